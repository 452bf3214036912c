"""Operators whose source ends in C++. https://docs.pytorch.org/vision/stable/ops.html"""

modules = "torchvision.ops", "torchvision.ops.boxes", "torchvision.ops.roi_align", "torchvision.ops.deform_conv"


def nms(boxes: Tensor["N P"], scores: Tensor["M"], iou_threshold: float) -> Tensor["n", int64]:
    """https://docs.pytorch.org/vision/stable/generated/torchvision.ops.nms.html"""
    require(P == 4, "boxes should have 4 elements in dimension 1, got {P}")
    require(N == M, "boxes and scores should have same number of elements in dimension 0, got {N} and {M}")
    n = fresh(0, N)

def batched_nms(boxes: Tensor, scores: Tensor, idxs: Tensor["K"], iou_threshold: float) -> Tensor:
    """https://docs.pytorch.org/vision/stable/generated/torchvision.ops.batched_nms.html"""
    return nms(boxes, scores, iou_threshold)

def remove_small_boxes(boxes: Tensor["N 4"], min_size: float) -> Tensor["n", int64]:
    """https://docs.pytorch.org/vision/stable/generated/torchvision.ops.remove_small_boxes.html"""
    n = fresh(0, N)

def clip_boxes_to_image(boxes: Tensor["*N P"], size: Any) -> Tensor["*N P"]:
    """https://docs.pytorch.org/vision/stable/generated/torchvision.ops.clip_boxes_to_image.html"""

def box_convert(boxes: Tensor["*N P"], in_fmt: Any, out_fmt: Any) -> Tensor["*N P"]:
    """https://docs.pytorch.org/vision/stable/generated/torchvision.ops.box_convert.html"""

def box_area(boxes: Tensor["N 4"], fmt: Any = "xyxy") -> Tensor["N"]:
    """https://docs.pytorch.org/vision/stable/generated/torchvision.ops.box_area.html"""

def box_iou(boxes1: Tensor["N 4"], boxes2: Tensor["M 4"], fmt: Any = "xyxy") -> Tensor["N M"]:
    """https://docs.pytorch.org/vision/stable/generated/torchvision.ops.box_iou.html

    >>> [B 4], [7 4] -> [B 7]
    """

def generalized_box_iou(boxes1: Tensor, boxes2: Tensor) -> Tensor:
    """https://docs.pytorch.org/vision/stable/generated/torchvision.ops.generalized_box_iou.html"""
    return box_iou(boxes1, boxes2)

complete_box_iou = distance_box_iou = generalized_box_iou

def masks_to_boxes(masks: Tensor["N H W"]) -> Tensor["N 4", float32]:
    """https://docs.pytorch.org/vision/stable/generated/torchvision.ops.masks_to_boxes.html"""

def roi_align(
    input: Tensor["N C H W"], boxes: Tensor | Sequence[Tensor], output_size: Pair, spatial_scale: float = 1.0,
    sampling_ratio: int = -1, aligned: bool = False,
) -> Tensor["*_rois(boxes).shape C *output_size"]:
    """https://docs.pytorch.org/vision/stable/generated/torchvision.ops.roi_align.html"""

def roi_pool(
    input: Tensor["N C H W"], boxes: Tensor | Sequence[Tensor], output_size: Pair, spatial_scale: float = 1.0,
) -> Tensor["*_rois(boxes).shape C *output_size"]:
    """https://docs.pytorch.org/vision/stable/generated/torchvision.ops.roi_pool.html"""

def ps_roi_align(
    input: Tensor["N C H W"], boxes: Tensor | Sequence[Tensor], output_size: Pair, spatial_scale: float = 1.0,
    sampling_ratio: int = -1,
) -> Tensor["*_rois(boxes).shape C//prod(output_size) *output_size"]:
    """https://docs.pytorch.org/vision/stable/generated/torchvision.ops.ps_roi_align.html"""
    require(
        C % prod(output_size) == 0,
        "input channels must be a multiple of pooling height * pooling width, got {C} and {output_size}",
    )

def ps_roi_pool(
    input: Tensor["N C H W"], boxes: Tensor | Sequence[Tensor], output_size: Pair, spatial_scale: float = 1.0,
) -> Tensor["*_rois(boxes).shape C//prod(output_size) *output_size"]:
    """https://docs.pytorch.org/vision/stable/generated/torchvision.ops.ps_roi_pool.html"""

def _rois(boxes: Tensor["K P"]) -> Tensor["K"]:
    """One region a row of [K, 5], or of all tensors of a list of [L, 4]."""
    require(P == 5, "The boxes tensor shape is not correct as Tensor[K, 5]")

def _rois(boxes: Sequence[Tensor]) -> Tensor["n"]:
    for one in boxes:
        require(
            one.ndim == 2 and one.shape[-1] == 4,
            "The shape of the tensor in the boxes list is not correct as List[Tensor[L, 4]]",
        )
    n = summed(sum(one.shape[0] for one in distinct(boxes)), boxes)

def deform_conv2d(
    input: Tensor["N C H W"], offset: Tensor["M K OH OW"], weight: Tensor["O D KH KW"], bias: Any = None,
    stride: Pair = 1, padding: Pair = 0, dilation: Pair = 1, mask: Any = None,
) -> Tensor["N O *T"]:
    """https://docs.pytorch.org/vision/stable/generated/torchvision.ops.deform_conv2d.html"""
    T = windows((H, W), (KH, KW), stride, padding, dilation)
    require(M == N and T == (OH, OW), "offset output dims: ({OH}, {OW}) - output dims: {T}")

def sigmoid_focal_loss(
    inputs: Tensor["*S"], targets: Tensor["*R"], alpha: Any = 0.25, gamma: Any = 2, reduction: str = "none",
) -> Tensor["*T"]:
    """https://docs.pytorch.org/vision/stable/generated/torchvision.ops.sigmoid_focal_loss.html"""
    T = broadcast(S, R) if reduction == "none" else ()

def stochastic_depth(input: Tensor["*S"], p: float, mode: str, training: Any = True) -> Tensor["*S"]:
    """https://docs.pytorch.org/vision/stable/generated/torchvision.ops.stochastic_depth.html"""

def drop_block2d(input: Tensor["*S"], p: float, block_size: int, *rest, **options) -> Tensor["*S"]:
    """https://docs.pytorch.org/vision/stable/generated/torchvision.ops.drop_block2d.html"""

drop_block3d = drop_block2d
