import { readFileSync, readlinkSync } from 'node:fs';

/** Columns of /proc/net/tcp (proc_pid_net(5)): local address with port in hex, and inode. */
const LOCAL_ADDRESS = 1;
const INODE = 9;

const readSocketRows = (path: string): string[] => {
  try {
    return readFileSync(path, 'utf8').split('\n').slice(1);
  } catch {
    // Without IPv6 there is no tcp6.
    return [];
  }
};

/**
 * Port of a TCP socket of this process, without listening on it. Null when the descriptor is no TCP
 * socket. Linux only, as systemd.
 */
export const readSocketPort = (descriptor: number): number | null => {
  const [, inode] = /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/self/fd/${descriptor}`)) ?? [];
  if (inode === undefined) return null;
  for (const path of ['/proc/self/net/tcp', '/proc/self/net/tcp6'])
    for (const line of readSocketRows(path)) {
      const columns = line.trim().split(/\s+/);
      const [, port] = columns[LOCAL_ADDRESS]?.split(':') ?? [];
      if (columns[INODE] === inode && port !== undefined) return Number.parseInt(port, 16);
    }
  return null;
};
