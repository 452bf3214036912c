"""Lightning as far as shapes go, in Python: read in the place of the package's own source, never run.

https://lightning.ai/docs/pytorch/stable/common/lightning_module.html and .../trainer.html. A `Trainer` calls the steps of
a module with the batches of the loaders; what it does around them changes no shape.
"""

import inspect
import random

import torch
from shapecheck import not_known


class AttributeDict(dict):
    def __getattr__(self, key):
        try:
            return self[key]
        except KeyError:
            raise AttributeError(key) from None

    def __setattr__(self, key, value):
        self[key] = value


class HyperparametersMixin:
    def save_hyperparameters(self, *args, ignore=None, frame=None, logger=True):
        if args and not isinstance(args[0], str):
            self._hparams = AttributeDict(args[0]) if isinstance(args[0], dict) else args[0]
            return
        given = _arguments(self, frame or inspect.currentframe().f_back)
        left_out = [ignore] if isinstance(ignore, str) else list(ignore or ())
        wanted = [name for name in (args or given) if name not in left_out]
        self._hparams = AttributeDict({name: given[name] for name in wanted})

    @property
    def hparams(self):
        if not hasattr(self, "_hparams"):
            self._hparams = AttributeDict()
        return self._hparams


def _arguments(receiver, frame):
    """Those of the constructors that are running, the innermost first: a subclass has the last word."""
    found = {}
    while frame is not None and frame.f_code.co_name == "__init__" and frame.f_locals.get("self") is receiver:
        code = frame.f_code
        for name in code.co_varnames[1 : code.co_argcount + code.co_kwonlyargcount]:
            found[name] = frame.f_locals[name]
        found.update(frame.f_locals.get("kwargs", {}))
        frame = frame.f_back
    return found


class LightningModule(HyperparametersMixin, torch.nn.Module):
    automatic_optimization = True
    example_input_array = None
    strict_loading = True

    @property
    def trainer(self):
        return self.__dict__["_trainer"] if "_trainer" in self.__dict__ else not_known("trainer")

    @trainer.setter
    def trainer(self, trainer):
        self.__dict__["_trainer"] = trainer

    @property
    def device(self):
        return torch.device("cuda" if torch.cuda.is_available() else "cpu")

    @property
    def dtype(self):
        return torch.get_default_dtype()

    @property
    def current_epoch(self):
        return random.randint(0, 1_000_000)

    @property
    def global_step(self):
        return random.randint(0, 1_000_000_000)

    @property
    def global_rank(self):
        return random.randint(0, 1_000_000)

    @property
    def local_rank(self):
        return random.randint(0, 1_000)

    @property
    def on_gpu(self):
        return torch.cuda.is_available()

    @property
    def logger(self):
        return not_known("logger")

    @property
    def loggers(self):
        return not_known("loggers")

    @property
    def fabric(self):
        return None

    def log(self, name, value, *args, **kwargs): ...
    def log_dict(self, dictionary, *args, **kwargs): ...
    def print(self, *args, **kwargs): ...
    def manual_backward(self, loss, *args, **kwargs): ...
    def backward(self, loss, *args, **kwargs): ...
    def clip_gradients(self, optimizer, *args, **kwargs): ...
    def toggle_optimizer(self, optimizer): ...
    def untoggle_optimizer(self, optimizer): ...
    def freeze(self): ...
    def unfreeze(self): ...
    def configure_model(self): ...
    def configure_optimizers(self): ...
    def prepare_data(self): ...
    def setup(self, stage): ...
    def teardown(self, stage): ...
    def on_fit_start(self): ...
    def on_fit_end(self): ...
    def on_train_start(self): ...
    def on_train_end(self): ...
    def on_train_epoch_start(self): ...
    def on_train_epoch_end(self): ...
    def on_validation_start(self): ...
    def on_validation_epoch_start(self): ...
    def on_validation_epoch_end(self): ...
    def on_validation_end(self): ...
    def on_test_epoch_start(self): ...
    def on_test_epoch_end(self): ...
    def on_before_zero_grad(self, optimizer): ...
    def on_load_checkpoint(self, checkpoint): ...
    def on_save_checkpoint(self, checkpoint): ...
    def train_dataloader(self): ...
    def val_dataloader(self): ...
    def test_dataloader(self): ...
    def predict_dataloader(self): ...

    def optimizers(self, use_pl_optimizer=True):
        return not_known("optimizers")

    def lr_schedulers(self):
        return not_known("lr_schedulers")

    def lr_scheduler_step(self, scheduler, metric): ...

    def optimizer_step(self, epoch, batch_idx, optimizer, optimizer_closure=None, *args, **kwargs): ...

    def all_gather(self, data, group=None, sync_grads=False):
        return not_known("all_gather")

    def to_torchscript(self, *args, **kwargs):
        return not_known("to_torchscript")

    def to_onnx(self, file_path, input_sample=None, **kwargs): ...

    def predict_step(self, batch, batch_idx=0, dataloader_idx=0):
        return self(batch)

    @classmethod
    def load_from_checkpoint(cls, checkpoint_path, map_location=None, hparams_file=None, strict=None, **kwargs):
        return not_known("load_from_checkpoint")


class LightningDataModule(HyperparametersMixin):
    trainer = None

    def prepare_data(self): ...
    def setup(self, stage=None): ...
    def teardown(self, stage=None): ...
    def train_dataloader(self): ...
    def val_dataloader(self): ...
    def test_dataloader(self): ...
    def predict_dataloader(self): ...
    def state_dict(self):
        return {}
    def load_state_dict(self, state_dict): ...

    @classmethod
    def load_from_checkpoint(cls, checkpoint_path, **kwargs):
        return not_known("load_from_checkpoint")


class Callback:
    def state_dict(self):
        return {}
    def load_state_dict(self, state_dict): ...


class Trainer:
    def __init__(self, *args, **kwargs):
        self._kwargs = kwargs

    def __getattr__(self, name):
        return not_known(name)

    def fit(self, model, train_dataloaders=None, val_dataloaders=None, datamodule=None, ckpt_path=None, **kwargs):
        if isinstance(train_dataloaders, LightningDataModule):
            train_dataloaders, datamodule = None, train_dataloaders
        source = self._attach(model, datamodule, "fit")
        model.configure_optimizers()
        model.train()
        _run(model, "training_step", train_dataloaders or source.train_dataloader())
        model.eval()
        _run(model, "validation_step", val_dataloaders or source.val_dataloader())
        model.train()

    def validate(self, model=None, dataloaders=None, ckpt_path=None, verbose=True, datamodule=None, **kwargs):
        self._evaluate(model, "validation_step", dataloaders, datamodule, "validate")
        return not_known("validate")

    def test(self, model=None, dataloaders=None, ckpt_path=None, verbose=True, datamodule=None, **kwargs):
        self._evaluate(model, "test_step", dataloaders, datamodule, "test")
        return not_known("test")

    def predict(self, model=None, dataloaders=None, datamodule=None, return_predictions=None, ckpt_path=None, **kwargs):
        self._evaluate(model, "predict_step", dataloaders, datamodule, "predict")
        return not_known("predict")

    def _attach(self, model, datamodule, stage):
        model.trainer = self
        source = model if datamodule is None else datamodule
        source.prepare_data()
        source.setup(stage)
        return source

    def _evaluate(self, model, step, dataloaders, datamodule, stage):
        if model is None:
            return
        source = self._attach(model, datamodule, stage)
        loaders = {"validate": source.val_dataloader, "test": source.test_dataloader, "predict": source.predict_dataloader}
        model.eval()
        _run(model, step, dataloaders or loaders[stage]())


def _run(model, name, loaders):
    """Calls the step once for each batch of each loader, with as many arguments as it takes."""
    if loaders is None or not hasattr(model, name):
        return
    step = getattr(model, name)
    takes = len(inspect.signature(step).parameters)
    for loader in loaders if isinstance(loaders, (list, tuple)) else [loaders]:
        for index, batch in enumerate(loader):
            if takes == 1:
                step(batch)
            else:
                step(batch, index)


def seed_everything(seed=None, workers=False, verbose=True):
    return seed


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(name)
    return not_known(name)
