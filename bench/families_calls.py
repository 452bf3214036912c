"""Models that nothing lists with their arguments: how each is made, and what it is called with.

A row is `CONSTRUCTOR => INPUTS`, with its further lines set in; inputs that begin with a digit are the shape of
the only one.
"""

from __future__ import annotations

import re
import textwrap

CALLS = {
    "monai": """
        AHNet(spatial_dims=2, psp_block_num=0) => 1, 1, 128, 128
        AHNet(spatial_dims=3, psp_block_num=2, upsample_mode='trilinear') => 1, 1, 128, 128, 64
        AttentionUnet(2, 1, 3, (16, 32, 64), (2, 2)) => 2, 1, 64, 64
        AttentionUnet(3, 1, 3, (8, 16, 32), (2, 2)) => 1, 1, 32, 32, 32
        AutoEncoder(2, 1, 2, (4, 8, 16), (2, 2, 2), num_res_units=2) => 2, 1, 64, 64
        AutoEncoder(3, 1, 2, (4, 8), (2, 2), inter_channels=[8, 8], inter_dilations=[1, 2]) =>
            1, 1, 32, 32, 32
        AutoencoderKL(2) => 1, 1, 64, 64
        AutoencoderKL(3, 1, 1, (1, 1), (32, 64), (False, True)) => 1, 1, 16, 16, 16
        BasicUNet(2, 3, 4) => 2, 3, 64, 64
        BasicUNet(3, 1, 2) => 1, 1, 48, 32, 32
        BasicUNetPlusPlus(2, 3, 4, deep_supervision=True) => 2, 3, 64, 64
        BasicUNetPlusPlus(3, 1, 2) => 1, 1, 32, 32, 32
        Classifier((1, 64, 64), 5, (8, 16), (2, 2)) => 2, 1, 64, 64
        Classifier((1, 32, 32, 32), 5, (8, 16), (2, 2), num_res_units=0) => 2, 1, 32, 32, 32
        Critic((1, 64, 64), (8, 16), (2, 2)) => 2, 1, 64, 64
        Discriminator((1, 32, 32, 32), (8, 16), (2, 2)) => 2, 1, 32, 32, 32
        ControlNet(2, 1, (1, 1), (32, 64), (False, True)) =>
            x=zeros(1, 1, 16, 16), timesteps=zeros(1).long(), controlnet_cond=zeros(1, 1, 128, 128)
        DAF3D(1, 2) => 2, 1, 64, 64, 64
        DecoderOnlyTransformer(100, 16, 32, 2, 4) => zeros(2, 16).long()
        DecoderOnlyTransformer(100, 16, 32, 2, 4, with_cross_attention=True) =>
            zeros(2, 16).long(), context=zeros(2, 5, 32)
        DenseNet121(2, 1, 3) => 2, 1, 64, 64
        DenseNet264(3, 1, 3) => 1, 1, 64, 64, 64
        DenseNet(3, 2, 4, block_config=(2, 2)) => 1, 2, 32, 32, 32
        DiNTS(TopologyInstance(num_blocks=6, num_depths=3), 1, 2) => 1, 1, 64, 64, 64
        DiNTS(TopologySearch(num_blocks=2, num_depths=3, spatial_dims=2), 1, 2, spatial_dims=2) =>
            1, 1, 64, 64
        DiffusionModelUNet(2, 1, 1) => zeros(1, 1, 64, 64), zeros(1).long()
        DiffusionModelUNet(3, 1, 1, (1, 1), (32, 64), (False, True), with_conditioning=True, cross_attention_dim=8) =>
            zeros(1, 1, 16, 16, 16), zeros(1).long(), context=zeros(1, 3, 8)
        DynUNet(2, 1, 2, [3, 3, 3], [1, 2, 2], [2, 2]) => 1, 1, 64, 64
        DynUNet(3, 1, 2, [3, [3, 3, 1], 3, 3], [1, [2, 2, 1], 2, 2], [[2, 2, 1], 2, 2], deep_supervision=True) =>
            1, 1, 32, 32, 32
        EfficientNetBN('efficientnet-b0', pretrained=False) => 2, 3, 64, 64
        EfficientNetBN('efficientnet-b1', pretrained=False, spatial_dims=3, in_channels=1) => 1, 1, 64, 64, 64
        EfficientNetBNFeatures('efficientnet-b2', pretrained=False) => 2, 3, 64, 64
        FlexibleUNet(3, 4, 'efficientnet-b0') => 1, 3, 64, 64
        FlexibleUNet(1, 4, 'resnet18', spatial_dims=3, upsample='deconv') => 1, 1, 64, 64, 64
        FullyConnectedNet(10, 4, (8, 8)) => 2, 10
        VarFullyConnectedNet(10, 4, 3, (8, 8), (8, 8)) => 2, 10
        Generator((8,), (4, 8, 8), (8, 4, 1), (2, 2, 1)) => 2, 8
        GlobalNet((16, 16), 2, 1, 4, 2) => 2, 1, 16, 16
        GlobalNet((16, 16, 16), 3, 2, 4, 3) => 2, 2, 16, 16, 16
        HighResNet(2, 1, 3) => 1, 1, 32, 32
        HighResNet(3, 1, 3) => 1, 1, 32, 32, 32
        HoVerNet('fast', out_classes=5) => 1, 3, 256, 256
        HoVerNet('original', out_classes=7) => 1, 3, 270, 270
        LocalNet(2, 2, 4, (0, 1, 2)) => 2, 2, 16, 16
        LocalNet(3, 2, 4, (0, 1), pooling=False) => 2, 2, 16, 16, 16
        MILModel(3, pretrained=False) => 2, 4, 3, 64, 64
        MILModel(3, 'att_trans_pyramid', pretrained=False) => 2, 4, 3, 64, 64
        MaskedAutoEncoderViT(1, 32, 8, hidden_size=96, decoder_hidden_size=48, spatial_dims=2) => 2, 1, 32, 32
        MaskedAutoEncoderViT(1, (32, 32, 16), 8, hidden_size=96, decoder_hidden_size=48) => 2, 1, 32, 32, 16
        MedNeXt(2, 8, 1, 3) => 1, 1, 64, 64
        MedNeXtSmall(spatial_dims=3, deep_supervision=True) => 1, 1, 64, 64, 64
        MultiScalePatchDiscriminator(2, 3, 2, 8, 3) => 2, 3, 256, 256
        PatchDiscriminator(3, 8, 1) => 2, 1, 64, 64, 64
        NaViT(64, 16, 5, 64, 128, 2, 4) => [[zeros(1, 64, 48, 32), zeros(1, 32, 32, 32)]]
        NetAdapter(resnet18(num_classes=10, n_input_channels=1), 2, dim=3, in_channels=512, pool=None, use_conv=True) =>
            1, 1, 64, 64, 64
        Quicknat(num_classes=4, num_filters=8) => 1, 1, 64, 64
        RegUNet(2, 2, 4, 3) => 2, 2, 16, 16
        RegUNet(3, 2, 4, 2, pooling=False) => 2, 2, 16, 16, 16
        Regressor((1, 64, 64), (2, 3), (8, 16), (2, 2)) => 2, 1, 64, 64
        ResNet('basic', (1, 1, 1, 1), (8, 16, 32, 64), spatial_dims=1, n_input_channels=2) => 2, 2, 64
        ResNetFeatures('resnet18', pretrained=False) => 1, 1, 64, 64, 64
        ResNetFeatures('resnet50', pretrained=False, spatial_dims=2, in_channels=3) => 1, 3, 64, 64
        resnet50(spatial_dims=2, n_input_channels=3, num_classes=7) => 2, 3, 64, 64
        resnet10(shortcut_type='A', n_input_channels=1, num_classes=7) => 1, 1, 64, 64, 64
        restormer.Restormer(2, 1, 1, dim=16, num_blocks=(1, 1, 1, 1)) => 1, 1, 32, 32
        restormer.Restormer(3, 1, 1, dim=16, num_blocks=(1, 1), heads=(1, 2), num_refinement_blocks=1) =>
            1, 1, 16, 16, 16
        SENet154(spatial_dims=2, in_channels=3, num_classes=4) => 1, 3, 64, 64
        SEResNet50(spatial_dims=3, in_channels=1, num_classes=4) => 1, 1, 64, 64, 64
        SEResNeXt50(spatial_dims=2, in_channels=3, num_classes=4) => 1, 3, 64, 64
        SPADEAutoencoderKL(2, 3, 1, 1, (1, 1), (32, 64), (False, True), spade_intermediate_channels=16) =>
            zeros(1, 1, 32, 32), zeros(1, 3, 32, 32)
        SPADEDiffusionModelUNet(2, 1, 1, 3, (1, 1), (32, 64), (False, True), num_head_channels=8) =>
            zeros(1, 1, 16, 16), zeros(1).long(), zeros(1, 3, 16, 16)
        SPADENet(2, 1, 1, 3, [64, 64], [16, 32], z_dim=8) => zeros(1, 3, 64, 64), zeros(1, 1, 64, 64)
        SPADENet(3, 1, 1, 3, [32, 32, 32], [16, 32], is_vae=False) => 1, 3, 32, 32, 32
        SegResNet(2, 8, 1, 3) => 1, 1, 64, 64
        SegResNet(3, 8, 1, 3, upsample_mode='deconv') => 1, 1, 32, 32, 32
        SegResNetDS(3, 8, 1, 3, dsdepth=2) => 1, 1, 64, 64, 64
        SegResNetDS2(3, 8, 1, 3) => 1, 1, 64, 64, 64
        SegResNetVAE((32, 32, 32)) => 1, 1, 32, 32, 32
        SegResNetVAE((64, 64), spatial_dims=2, vae_estimate_std=True) => 1, 1, 64, 64
        SwinUNETR(1, 2, feature_size=12) => 1, 1, 64, 64, 64
        SwinUNETR(1, 2, feature_size=12, spatial_dims=2, use_v2=True, downsample='mergingv2') => 1, 1, 64, 64
        TorchVisionFCModel('resnet18', 4, pretrained=False) => 2, 3, 224, 224
        UNETR(1, 2, 32, feature_size=8, hidden_size=96, mlp_dim=128, num_heads=4) => 1, 1, 32, 32, 32
        UNETR(1, 2, (64, 32), feature_size=8, hidden_size=96, mlp_dim=128, num_heads=4, spatial_dims=2) =>
            1, 1, 64, 32
        UNet(2, 1, 3, (4, 8, 16), (2, 2), num_res_units=2) => 2, 1, 64, 64
        UNet(3, 1, 3, (4, 8, 16, 32), (2, 2, 2)) => 1, 1, 32, 32, 32
        vista3d132(8, 1) =>
            zeros(1, 1, 64, 64, 64), class_vector=zeros(2, 1).long()
        VNet(2, 1, 3, dropout_dim=2) => 1, 1, 64, 64
        VNet() => 1, 1, 32, 32, 32
        VQVAE(2, 1, 1, (16, 32), 2, (16, 32), ((2, 4, 1, 1),) * 2, ((2, 4, 1, 1, 0),) * 2) => 2, 1, 32, 32
        VQVAE(3, 1, 1, (16, 32), 2, (16, 32), ((2, 4, 1, 1),) * 2, ((2, 4, 1, 1, 0),) * 2) => 1, 1, 16, 16, 16
        VarAutoEncoder(2, (1, 32, 32), 1, 4, (4, 8), (2, 2)) => 2, 1, 32, 32
        VarAutoEncoder(3, (1, 32, 32, 32), 1, 4, (4, 8), (2, 2), num_res_units=2) => 2, 1, 32, 32, 32
        ViT(1, (32, 32, 32), 16, hidden_size=96, num_layers=2, classification=True) => 2, 1, 32, 32, 32
        ViT(3, 64, 16, hidden_size=96, num_layers=2, spatial_dims=2, pos_embed_type='sincos', save_attn=True) =>
            2, 3, 64, 64
        ViTAutoEnc(1, (32, 32, 32), 16, hidden_size=96, mlp_dim=128, num_layers=4) => 1, 1, 32, 32, 32
        ViTAutoEnc(3, (64, 64), 16, hidden_size=96, mlp_dim=128, num_layers=4, spatial_dims=2) => 1, 3, 64, 64
        VoxelMorph(spatial_dims=2) => zeros(1, 1, 64, 64), zeros(1, 1, 64, 64)
        VoxelMorph() => zeros(1, 1, 32, 32, 32), zeros(1, 1, 32, 32, 32)
        VoxelMorphUNet(3, 2, 16, (8, 8, 16, 16), (8, 8)) => 1, 2, 32, 32, 32
    """,
    "diffusers": """
        UNet2DModel(sample_size=32) => zeros(2, 3, 32, 32), 1
        UNet2DModel(block_out_channels=(32, 64), down_block_types=('DownBlock2D', 'SkipDownBlock2D'),
            up_block_types=('UpBlock2D', 'UpBlock2D'), norm_num_groups=8) => zeros(2, 3, 32, 32), 1
        UNet2DConditionModel() => zeros(2, 4, 64, 64), 1, zeros(2, 77, 1280)
        UNet2DConditionModel(cross_attention_dim=768, attention_head_dim=(5, 10, 20, 20), use_linear_projection=True) =>
            zeros(2, 4, 64, 64), 1, zeros(2, 77, 768)
        UNet3DConditionModel() => zeros(1, 4, 4, 32, 32), 1, zeros(1, 77, 1024)
        UNetSpatioTemporalConditionModel() =>
            zeros(1, 2, 8, 32, 32), 1, zeros(1, 1, 1024), added_time_ids=zeros(1, 3)
        Kandinsky3UNet() =>
            zeros(1, 4, 32, 32), 1, encoder_hidden_states=zeros(1, 7, 4096), encoder_attention_mask=zeros(1, 7)
        UVit2DModel() => zeros(2, 16, 16).long(), zeros(2, 7, 768), zeros(2, 768), zeros(2, 5)
        AutoencoderKL() => 2, 3, 64, 64
        AutoencoderKL(block_out_channels=(32, 64), down_block_types=('DownEncoderBlock2D',) * 2,
            up_block_types=('UpDecoderBlock2D',) * 2) => 2, 3, 64, 64
        AsymmetricAutoencoderKL() => 1, 3, 64, 64
        AutoencoderTiny() => 2, 3, 64, 64
        AutoencoderDC() => 1, 3, 64, 64
        AutoencoderKLTemporalDecoder() => zeros(4, 3, 32, 32), num_frames=2
        AutoencoderKLCogVideoX() => 1, 3, 5, 32, 32
        AutoencoderKLLTXVideo() => 1, 3, 9, 64, 64
        AutoencoderKLHunyuanVideo() => 1, 3, 5, 32, 32
        AutoencoderKLWan() => 1, 3, 5, 32, 32
        AutoencoderKLMagvit() => 1, 3, 5, 32, 32
        AutoencoderKLQwenImage() => 1, 3, 1, 32, 32
        AutoencoderOobleck() => 1, 2, 8192
        VQModel() => 2, 3, 32, 32
        DiTTransformer2DModel() => zeros(2, 4, 32, 32), timestep=zeros(2).long(), class_labels=zeros(2).long()
        PixArtTransformer2DModel(sample_size=64, caption_channels=64) =>
            zeros(2, 4, 64, 64), zeros(2, 5, 64), zeros(2).long(), {'resolution': None, 'aspect_ratio': None}
        SanaTransformer2DModel() => zeros(1, 32, 32, 32), zeros(1, 5, 2304), zeros(1).long()
        Transformer2DModel(in_channels=32, norm_num_groups=8, cross_attention_dim=64) =>
            zeros(2, 32, 16, 16), zeros(2, 5, 64)
        PriorTransformer() => zeros(2, 768), 1, zeros(2, 768), zeros(2, 77, 768)
        FluxTransformer2DModel(num_layers=2, num_single_layers=2, guidance_embeds=True) =>
            zeros(1, 64, 64), zeros(1, 5, 4096), zeros(1, 768), zeros(1), zeros(64, 3), zeros(5, 3), zeros(1)
        SD3Transformer2DModel(num_layers=2) => zeros(1, 16, 64, 64), zeros(1, 5, 4096), zeros(1, 2048), zeros(1)
        AuraFlowTransformer2DModel() => zeros(1, 4, 64, 64), zeros(1, 5, 2048), zeros(1)
        CogVideoXTransformer3DModel(num_layers=2) => zeros(1, 2, 16, 60, 90), zeros(1, 226, 4096), zeros(1).long()
        CogView3PlusTransformer2DModel(num_layers=2) => zeros(1, 16, 32, 32), zeros(1, 5, 4096), zeros(1).long(),
            zeros(1, 2), zeros(1, 2), zeros(1, 2)
        LatteTransformer3DModel(in_channels=4, num_layers=2, num_attention_heads=4, attention_head_dim=16,
            caption_channels=32, cross_attention_dim=64, norm_type='ada_norm_single', sample_size=16, patch_size=2,
            norm_elementwise_affine=False, video_length=4) => zeros(1, 4, 4, 16, 16), zeros(1).long(), zeros(1, 5, 32)
        LTXVideoTransformer3DModel(num_layers=2) => zeros(1, 24, 128), zeros(1, 5, 4096), zeros(1).long(),
            zeros(1, 5), 2, 3, 4
        MochiTransformer3DModel(num_layers=2) => zeros(1, 12, 2, 16, 16), zeros(1, 7, 4096), zeros(1), zeros(1, 7)
        WanTransformer3DModel(num_layers=2) => zeros(1, 16, 3, 16, 16), zeros(1).long(), zeros(1, 7, 4096)
        QwenImageTransformer2DModel(num_layers=2) => zeros(1, 16, 64), zeros(1, 7, 3584),
            zeros(1, 7).long(), zeros(1), [(1, 4, 4)]
        StableAudioDiTModel(num_layers=2) => zeros(1, 64, 128), zeros(1), zeros(1, 7, 768), zeros(1, 1, 1536)
        T5FilmDecoder() => [(zeros(1, 7, 768), zeros(1, 7))], zeros(1, 16, 128), zeros(1)
        ControlNetModel() => zeros(1, 4, 32, 32), 1, zeros(1, 77, 1280), zeros(1, 3, 256, 256)
        FluxControlNetModel(num_layers=2, num_single_layers=2, guidance_embeds=True) =>
            zeros(1, 64, 64), zeros(1, 64, 64), None, 1.0,
            zeros(1, 5, 4096), zeros(1, 768), zeros(1), zeros(64, 3), zeros(5, 3), zeros(1)
        SD3ControlNetModel(num_layers=2) => zeros(1, 16, 64, 64), zeros(1, 16, 64, 64), 1.0, zeros(1, 5, 4096),
            zeros(1, 2048), zeros(1)
        T2IAdapter() => 1, 3, 64, 64
        MultiAdapter([T2IAdapter(), T2IAdapter()]) => zeros(2, 1, 3, 64, 64)
    """,
}  # fmt: skip


def calls(package: str) -> list[tuple[str, str]]:
    """Of each model: its constructor and its inputs."""
    text = textwrap.dedent(CALLS[package]).strip()
    rows = [" ".join(row.split()).split("=>") for row in re.split(r"\n(?! )", text)]
    return [(made.strip(), given.strip()) for made, given in rows]
