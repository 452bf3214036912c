"""Functions of packages that make a model and read its weights: `from_pretrained`.

Nothing is downloaded and no file is read. A configuration that the code gives tells the architecture, and so all
shapes; the floating dtype is that of the checkpoint unless it is asked for. Without a configuration nothing is known.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from shapecheck.interpret.builtins.tables import native_function, words
from shapecheck.values import ClassValue, DType, Instance, NativeFunction, Value

if TYPE_CHECKING:
    from shapecheck.interpret.machine import Machine

READS = frozenset(words("""
    adapter_kwargs adapter_name allow_all_kernels attn_implementation cache_dir code_revision config device_map
    device_mesh disable_mmap distributed_config dtype experts_implementation force_download from_flax from_tf
    generation_config gguf_file ignore_mismatched_sizes kernel_config key_mapping local_files_only low_cpu_mem_usage
    max_memory mirror offload_buffers offload_folder offload_state_dict proxies resume_download revision state_dict
    subfolder token torch_dtype tp_plan tp_size tqdm_class trust_remote_code use_auth_token use_kernels
    use_safetensors variant weights_only
"""))  # fmt: skip
"""Arguments that say how the weights are read; all others are the model's own."""
CHANGES = frozenset(("fusion_config", "load_in_4bit", "load_in_8bit", "output_loading_info", "quantization_config"))
"""Arguments by which it is another model, or more than a model, that comes back."""


def _model(machine: Machine, cls: Value, *args: Value, **kwargs: Value) -> Value:
    """https://huggingface.co/docs/transformers/main_classes/model"""
    config = _configuration(kwargs)
    if not isinstance(cls, ClassValue) or config is None:
        return machine.unknown("a checkpoint")
    own = {name: value for name, value in kwargs.items() if name not in READS}
    return _read_into(machine, machine.call(cls, [config, *args[1:]], own), kwargs)


def _auto_model(machine: Machine, cls: Value, *args: Value, **kwargs: Value) -> Value:
    """https://huggingface.co/docs/transformers/model_doc/auto"""
    config = _configuration(kwargs)
    if config is None:
        return machine.unknown("a checkpoint")
    return _read_into(machine, machine.call(machine.get_attribute(cls, "from_config"), [config], {}), kwargs)


def _configuration(kwargs: dict[str, Value]) -> Instance | None:
    config = kwargs.get("config")
    return config if isinstance(config, Instance) and CHANGES.isdisjoint(kwargs) else None


def _read_into(machine: Machine, model: Value, kwargs: dict[str, Value]) -> Value:
    """The model as it is when its weights have been read."""
    dtype = kwargs.get("dtype", kwargs.get("torch_dtype"))
    if not isinstance(dtype, DType):
        dtype = machine.unknown("the dtype of a checkpoint")
    machine.call(machine.get_attribute(model, "to"), [], {"dtype": dtype})
    machine.call(machine.get_attribute(model, "eval"), [], {})
    return model


def _nothing(machine: Machine, *args: Value, **kwargs: Value) -> Value:
    return machine.unknown("the configuration of a checkpoint")


STAND_INS: dict[str, NativeFunction] = {
    name: native_function(name, function)
    for name, function in {
        "transformers.modeling_utils.PreTrainedModel.from_pretrained": _model,
        "transformers.models.auto.auto_factory._BaseAutoModelClass.from_pretrained": _auto_model,
        "transformers.models.auto.configuration_auto.AutoConfig.from_pretrained": _nothing,
        "transformers.configuration_utils.PretrainedConfig.from_pretrained": _nothing,
        "transformers.configuration_utils.PreTrainedConfig.from_pretrained": _nothing,
        "diffusers.configuration_utils.ConfigMixin.load_config": _nothing,
        "diffusers.models.modeling_utils.ModelMixin.from_pretrained": _nothing,
        "diffusers.pipelines.pipeline_utils.DiffusionPipeline.from_pretrained": _nothing,
    }.items()
}
"""By the dotted names of what they stand in for in installed packages."""
