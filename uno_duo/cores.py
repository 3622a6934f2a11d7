"""How many cores a process computes on."""

from typing import Final

ONE_CORE: Final = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")
"""What the environment must say, before NumPy is loaded, for a process that computes on one core alone.

The matrices of this game are small, and threads that share them lose more than they gain: measured on two cores,
`hard` plays in half of the time on one, and two of it at once in less than that.
"""
