"""The front end joins two convolutions, the LSTM was sized for one."""

import torch
import torch.nn as nn


class Speech(nn.Module):
    def __init__(self, mels=80, hidden=128, words=30):
        super().__init__()
        self.fast = nn.Conv1d(mels, 64, 3, padding=1)
        self.slow = nn.Conv1d(mels, 64, 9, padding=4)
        self.lstm = nn.LSTM(64, hidden, num_layers=2, batch_first=True)
        # fix: self.lstm = nn.LSTM(128, hidden, num_layers=2, batch_first=True)
        self.out = nn.Linear(hidden, words)

    def forward(self, spectrum):
        x = torch.cat([self.fast(spectrum), self.slow(spectrum)], dim=1)
        x = torch.relu(x).transpose(1, 2)
        y, _ = self.lstm(x)  # bug: "128" "64"
        return self.out(y).log_softmax(-1)


# call: Speech()(torch.rand(2, 80, 100))
