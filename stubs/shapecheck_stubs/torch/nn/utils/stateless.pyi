"""The old name of torch.func's `functional_call`, which the interpreter itself gives.

https://docs.pytorch.org/docs/2.13/generated/torch.nn.utils.stateless.functional_call.html
"""
