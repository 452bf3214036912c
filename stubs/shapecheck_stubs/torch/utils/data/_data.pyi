"""Data sets and what loads them. https://docs.pytorch.org/docs/2.13/data.html"""

modules = "torch.utils.data", "torch.utils.data.dataset", "torch.utils.data.dataloader"


class Dataset:
    """https://docs.pytorch.org/docs/2.13/data.html#torch.utils.data.Dataset"""
    def __add__(self, other: Any):
        return torch.utils.data.ConcatDataset((self, other))

class IterableDataset(Dataset):
    """https://docs.pytorch.org/docs/2.13/data.html#torch.utils.data.IterableDataset"""

class TensorDataset(Dataset):
    """https://docs.pytorch.org/docs/2.13/data.html#torch.utils.data.TensorDataset"""
    def __init__(self, *tensors):
        self.tensors = tensors
        require(all(t.shape[0] == tensors[0].shape[0] for t in tensors), "Size mismatch between tensors")
    def __getitem__(self, index: Any):
        return tuple(_item(t, index) for t in self.tensors)
    def __len__(self):
        return self.tensors[0].shape[0]

def _item(input: Tensor, index: Any) -> Tensor["*index_shape(input,index)"]: ...

class Subset(Dataset):
    """https://docs.pytorch.org/docs/2.13/data.html#torch.utils.data.Subset"""
    def __init__(self, dataset: Any, indices: Any): ...
    def __getitem__(self, index: Any):
        return sample_among(self.dataset, self.indices, index)
    def __len__(self):
        return _count(self.indices)

def _count(items: Any) -> int:
    """How many there are in a list, array or data set."""
    if not known(items):
        return fresh()
    return number_of_samples(items)

class ConcatDataset(Dataset):
    """https://docs.pytorch.org/docs/2.13/data.html#torch.utils.data.ConcatDataset"""
    def __init__(self, datasets: Any): ...
    def __getitem__(self, index: Any):
        return sample_of_parts(self.datasets, index)
    def __len__(self):
        return sum(number_of_samples(d) for d in tuple(self.datasets))

class StackDataset(Dataset):
    """https://docs.pytorch.org/docs/2.13/data.html#torch.utils.data.StackDataset"""
    def __init__(self, *args, **kwargs):
        require(args or kwargs, "At least one dataset should be passed")
        self.datasets = args if args else make_dict(kwargs)
        counts = numbers_of_samples(self.datasets)
        require(all(n == counts[0] for n in counts), "Size mismatch between datasets")
    def __getitem__(self, index: Any):
        return sample_of_each(self.datasets, index)
    def __len__(self):
        return numbers_of_samples(self.datasets)[0]

class _Part(Subset):
    """So many samples, chosen at random."""
    def __init__(self, dataset: Any, count: Any): ...
    def __getitem__(self, index: Any):
        return one_sample(self.dataset, number_of_samples(self.dataset))
    def __len__(self):
        return self.count
    @property
    def indices(self):
        n = self.count
        return listed(Tensor["n", int64])

def random_split(dataset: Any, lengths: Any, generator: Any = None):
    """https://docs.pytorch.org/docs/2.13/data.html#torch.utils.data.random_split"""
    return make_list(tuple(torch.utils.data._Part(dataset, n) for n in samples_split(dataset, tuple(lengths))))

class DataLoader:
    """https://docs.pytorch.org/docs/2.13/data.html#torch.utils.data.DataLoader"""
    def __init__(
        self, dataset: Any, batch_size: Any = 1, shuffle: Any = None, sampler: Any = None, batch_sampler: Any = None,
        num_workers: Any = 0, collate_fn: Any = None, pin_memory: Any = False, drop_last: Any = False, *args, **options,
    ):
        self.dataset = dataset
        self.batch_size = batch_size
        self.drop_last = drop_last
        self.collate_fn = collate_fn
        self.chosen_by = sampler
        self.batches_by = batch_sampler
        self.is_shuffled = shuffle
        self.sampler = sampler
        if sampler is None:
            is_shuffled = known(shuffle) and shuffle
            self.sampler = torch.utils.data.RandomSampler(dataset) if is_shuffled else torch.utils.data.SequentialSampler(dataset)
        self.batch_sampler = batch_sampler
        if batch_sampler is None and batch_size is not None:
            self.batch_sampler = torch.utils.data.BatchSampler(self.sampler, batch_size, drop_last)
        self.num_workers = num_workers
        self.pin_memory = pin_memory
        require(not is_int(batch_size) or batch_size >= 1, "batch_size should be a positive integer value, but got {batch_size}")
    def __iter__(self):
        return batches(self)
    def _next_data(self) -> None:
        """What whoever takes all batches asks for at the end."""
        try_last(self)
    def __len__(self):
        return number_of_batches(
            self.dataset, self.batch_size, self.chosen_by, self.batches_by, self.drop_last
        )

def default_collate(batch: Any):
    """https://docs.pytorch.org/docs/2.13/data.html#torch.utils.data.default_collate"""
    samples = tuple(batch)
    check_alike(samples, len(samples))
    return collated(samples[0], len(samples))

class Sampler:
    """https://docs.pytorch.org/docs/2.13/data.html#torch.utils.data.Sampler"""
    def __init__(self, *args, **options): ...

class RandomSampler(Sampler):
    """https://docs.pytorch.org/docs/2.13/data.html#torch.utils.data.RandomSampler"""
    def __init__(self, data_source: Any, replacement: Any = False, num_samples: Any = None, generator: Any = None): ...
    def __iter__(self):
        return indices_of(self.data_source, self.num_samples)
    def __len__(self):
        return _count(self.data_source) if self.num_samples is None else self.num_samples

class SequentialSampler(Sampler):
    """https://docs.pytorch.org/docs/2.13/data.html#torch.utils.data.SequentialSampler"""
    def __init__(self, data_source: Any): ...
    def __iter__(self):
        return indices_of(self.data_source, None)
    def __len__(self):
        return _count(self.data_source)

class SubsetRandomSampler(Sampler):
    """https://docs.pytorch.org/docs/2.13/data.html#torch.utils.data.SubsetRandomSampler"""
    def __init__(self, indices: Any, generator: Any = None): ...
    def __len__(self):
        return _count(self.indices)

class WeightedRandomSampler(Sampler):
    """https://docs.pytorch.org/docs/2.13/data.html#torch.utils.data.WeightedRandomSampler"""
    def __init__(self, weights: Any, num_samples: Any, replacement: Any = True, generator: Any = None): ...
    def __len__(self):
        return self.num_samples

class BatchSampler(Sampler):
    """https://docs.pytorch.org/docs/2.13/data.html#torch.utils.data.BatchSampler"""
    def __init__(self, sampler: Any, batch_size: Any, drop_last: Any): ...
    def __iter__(self):
        return indices_together(self.sampler, self.batch_size, self.drop_last)
    def __len__(self):
        return number_of_batches(self.sampler, self.batch_size, None, None, self.drop_last)

class DistributedSampler(Sampler):
    """https://docs.pytorch.org/docs/2.13/data.html#torch.utils.data.distributed.DistributedSampler"""
    def set_epoch(self, epoch: Any) -> None: ...

def get_worker_info() -> Unknown["the worker that loads"]:
    """https://docs.pytorch.org/docs/2.13/data.html#torch.utils.data.get_worker_info"""
