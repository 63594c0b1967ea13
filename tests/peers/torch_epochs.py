#!/usr/bin/env python3
"""Epochs of plain SGD on 1500 examples of 5 features: PyTorch beside Sweepmark, in turns.

Both take shuffled minibatches of the same size through a linear model with half the squared error,
float32, one thread. Each round times PyTorch in this process and then runs `sweepmark` once; the
ratio of a round is taken between neighbours in time, and the median of the rounds is printed. An
optional comparison (Debian: python3-torch), not part of the tests.

Usage: torch_epochs.py [--sweepmark FILE] [--rounds N]
"""
import argparse
import json
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

try:
    import torch
except ImportError:
    sys.exit("torch_epochs.py: no PyTorch for this python (Debian: python3-torch, /usr/bin/python3)")

EXAMPLES, FEATURES = 1500, 5
# Batch size, learning rate, epochs timed a round: those of the plan minibatch-race.
RACE = [(1500, 0.5, 20), (100, 0.4, 10), (10, 0.05, 2), (1, 0.005, 1)]
PLAN = """name = "epochs"
summary = "one training case"
question = "How long is an epoch?"
[[sweep]]
operation = "training"
[sweep.axes]
dataset = "synthetic"
gradient = "gradient.cpu.batched"
optimizer = "optimizer.sgd"
batch_size = {batch_size}
learning_rate = {learning_rate}
epochs = {epochs}
seed = 0
threads = 1
"""


def torch_epoch_seconds(batch_size, learning_rate, epochs):
    """Seconds of one PyTorch epoch: shuffle, take rows, loss, backward, step; no evaluation."""
    generator = torch.Generator().manual_seed(0)
    x = torch.randn(EXAMPLES, FEATURES, generator=generator)
    y = x @ torch.tensor([[0.4], [-0.2], [0.3], [0.1], [-0.5]])
    model = torch.nn.Linear(FEATURES, 1)
    loss_of = torch.nn.MSELoss()
    optimizer = torch.optim.SGD(model.parameters(), lr=learning_rate)

    def epoch():
        order = torch.randperm(EXAMPLES, generator=generator)
        for begin in range(0, EXAMPLES, batch_size):
            rows = order[begin:begin + batch_size]
            loss = loss_of(model(x[rows]), y[rows]) / 2
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()

    epoch()
    begin = time.perf_counter()
    for _ in range(epochs):
        epoch()
    return (time.perf_counter() - begin) / epochs


def sweepmark_epoch_seconds(program, folder, batch_size, learning_rate, epochs):
    """Seconds of one epoch as `sweepmark run` reports them, without evaluation."""
    plan = folder / "epochs.toml"
    plan.write_text(PLAN.format(batch_size=batch_size, learning_rate=learning_rate, epochs=epochs))
    result = folder / "epochs.json"
    done = subprocess.run(
        [program, "run", str(plan), "--budget", "0.5s", f"--json={result}",
         "--output", str(folder / "epochs.jsonl")],
        cwd=folder, capture_output=True, text=True, check=False)
    (folder / "epochs.jsonl").unlink(missing_ok=True)
    if done.returncode != 0:
        sys.exit(f"torch_epochs.py: {program} ended with {done.returncode}: {done.stderr.strip()}")
    return json.loads(result.read_text())["training"][0]["seconds_per_epoch"]


def main():
    source = pathlib.Path(__file__).resolve().parents[2]
    arguments = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    arguments.add_argument("--sweepmark", default=str(source / "build/release/bin/sweepmark"))
    arguments.add_argument("--rounds", type=int, default=5)
    options = arguments.parse_args()
    program = pathlib.Path(options.sweepmark).resolve()
    if not program.exists():
        sys.exit(f"torch_epochs.py: found no {program}, expected a built sweepmark (--sweepmark)")
    torch.set_num_threads(1)

    print(f"PyTorch {torch.__version__} beside {program}, seconds of one epoch, "
          f"medians of {options.rounds} rounds")
    print(f"{'batch':>5}  {'PyTorch':>11}  {'Sweepmark':>11}  {'ratio':>7}  of rounds")
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for batch_size, learning_rate, epochs in RACE:
            theirs, ours = [], []
            for _ in range(options.rounds):
                theirs.append(torch_epoch_seconds(batch_size, learning_rate, epochs))
                ours.append(sweepmark_epoch_seconds(program, folder, batch_size, learning_rate,
                                                    epochs))
            ratios = sorted(t / o for t, o in zip(theirs, ours))
            print(f"{batch_size:>5}  {statistics.median(theirs) * 1e6:>8.1f} us  "
                  f"{statistics.median(ours) * 1e6:>8.2f} us  {statistics.median(ratios):>6.1f}x  "
                  f"{ratios[0]:.1f}x to {ratios[-1]:.1f}x", flush=True)


if __name__ == "__main__":
    main()
