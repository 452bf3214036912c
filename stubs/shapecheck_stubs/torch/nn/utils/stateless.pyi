"""The old name of torch.func's. https://docs.pytorch.org/docs/2.13/generated/torch.nn.utils.stateless.functional_call.html"""

functional_call = torch.func.functional_call
