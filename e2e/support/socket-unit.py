"""Holds a listening socket as a socket unit of systemd does (sd_listen_fds(3)) and starts the program
with it: socket-unit.py PORT PROGRAM ARGUMENT…

A line "restart" on standard input ends the program with SIGTERM and starts it again; the end of
standard input ends it for good.
"""

import ctypes
import os
import signal
import socket
import sys

PR_SET_PDEATHSIG = 1
BACKLOG = 4096

listening = socket.socket()
listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
listening.bind(("127.0.0.1", int(sys.argv[1])))
listening.listen(BACKLOG)
command = sys.argv[2:]


def start():
    pid = os.fork()
    if pid:
        print(f"socket unit: started {pid}", flush=True)
        return pid
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(listening.fileno(), 3)
    os.set_inheritable(3, True)
    os.execve(command[0], command, {**os.environ, "LISTEN_PID": str(os.getpid()), "LISTEN_FDS": "1"})


def end(pid):
    os.kill(pid, signal.SIGTERM)
    _, status = os.waitpid(pid, 0)
    print(f"socket unit: ended with {os.waitstatus_to_exitcode(status)}", flush=True)


child = start()
for line in sys.stdin:
    if line.strip() == "restart":
        end(child)
        child = start()
end(child)
