"""Seeds of torch's own generator. https://docs.pytorch.org/docs/2.13/random.html"""

manual_seed = torch.manual_seed
seed = torch.seed
initial_seed = torch.initial_seed
get_rng_state = torch.get_rng_state
set_rng_state = torch.set_rng_state

class fork_rng(Inert):
    """https://docs.pytorch.org/docs/2.13/random.html#torch.random.fork_rng"""
