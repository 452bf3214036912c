"""Packages that are not followed into: they draw, keep tables, fit statistics, read files, speak to the network or log.

Most of them compute in compiled code, so that hundreds of files would be read to learn nothing of a shape. What they
give is unknown, as with a package that is not installed, except that importing them succeeds. One that is checked
itself is followed, and one that a stub describes gives what the stub says.
"""

from __future__ import annotations

from shapecheck.source import ir
from shapecheck.source.walking import once_per_node, own_statements

_DRAWING = """
    matplotlib mpl_toolkits pylab seaborn plotly bokeh altair pyvista vispy PIL cv2 skimage imageio moviepy av
    decord
"""
_FIGURES = """
    pandas polars pyarrow narwhals scipy sklearn statsmodels xgboost lightgbm catboost shap optuna networkx
    igraph sympy mpmath numba dask distributed ray joblib h5py zarr tables xarray mne nltk spacy gensim rdkit
    librosa
"""
_FILES = """
    yaml ruamel toml tomli lxml bs4 jinja2 openpyxl docx PyPDF2 pypdf tifffile imagecodecs nibabel nrrd pydicom
    SimpleITK itk openslide rasterio netCDF4 soundfile audioread soxr resampy pydub mido pretty_midi music21
"""
_STRUCTURES = """
    imgaug albumentations pycocotools shapely trimesh open3d ase pymatgen openmm mdtraj MDAnalysis Bio
"""
_FRAMEWORKS = """
    jax jaxlib flax haiku optax tensorflow keras mxnet paddle cupy
"""
_RUNTIMES = """
    onnx onnxruntime tensorrt triton
"""
_NETWORK = """
    requests urllib3 httpx httpx2 httpcore httpcore2 aiohttp anyio idna certifi boto3 botocore fsspec s3fs gcsfs
    google grpc gradio streamlit fastapi starlette uvicorn flask django sqlalchemy psycopg2 pymongo redis
"""
_LOGS = """
    wandb mlflow comet_ml neptune clearml aim swanlab tensorboard tensorboardX sacred loguru rich tqdm IPython
    ipywidgets jupyter notebook pytest _pytest hypothesis
"""
_PARTS = """
    accelerate.big_modeling accelerate.hooks accelerate.utils.modeling huggingface_hub._snapshot_download
    huggingface_hub.file_download lightning.pytorch.callbacks lightning.pytorch.loggers pytorch_lightning.callbacks
    pytorch_lightning.loggers huggingface_hub.hf_api safetensors transformers.conversion_mapping
    transformers.core_model_loading transformers.dynamic_module_utils transformers.fusion_mapping
    transformers.models.auto.tokenization_auto transformers.tokenization_python transformers.tokenization_utils
    transformers.tokenization_utils_base transformers.tokenization_utils_fast
    transformers.tokenization_utils_tokenizers
"""
"""Of packages that are followed otherwise: downloads, checkpoints, devices, and texts that are cut into tokens."""
NOT_FOLLOWED = frozenset(
    name
    for names in (_DRAWING, _FIGURES, _FILES, _STRUCTURES, _FRAMEWORKS, _RUNTIMES, _NETWORK, _LOGS, _PARTS)
    for name in names.split()
)
"""Packages, and modules of those that are followed otherwise."""

FRAMEWORKS = frozenset(_FRAMEWORKS.split())
"""What has tensors of its own."""


@once_per_node
def has_other_tensors(source: ir.SourceFile) -> bool:
    """Whether a file works with the tensors of another framework: it imports that, and not torch."""
    found: set[str] = set()
    for node in own_statements(source.body):
        if isinstance(node, ir.Import):
            found |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ir.ImportFrom) and not node.level:
            found.add((node.module or "").partition(".")[0])
    return bool(found & FRAMEWORKS) and "torch" not in found


def is_outside(name: str) -> bool:
    """Whether the module, or a package that it is in, is not followed."""
    parts = name.split(".")
    return any(".".join(parts[:end]) in NOT_FOLLOWED for end in range(1, len(parts) + 1))
