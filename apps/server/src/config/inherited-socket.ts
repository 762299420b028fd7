import { ConfigError } from './config-error.ts';

/** First file descriptor that systemd passes (sd_listen_fds(3), SD_LISTEN_FDS_START). */
const FIRST_DESCRIPTOR = 3;

type Env = Record<string, string | undefined>;

/**
 * Returns the descriptor of the listening socket that systemd holds, or null when this process was
 * not started by a socket unit (sd_listen_fds(3)). Removes the variables, because they are meant for
 * this process and not for its children.
 * @throws ConfigError when the unit passes several sockets
 */
export const takeInheritedSocket = (env: Env, pid: number): number | null => {
  const { LISTEN_PID: owner, LISTEN_FDS: count } = env;
  if (owner === undefined || count === undefined || Number(owner) !== pid) return null;
  for (const name of ['LISTEN_PID', 'LISTEN_FDS', 'LISTEN_FDNAMES']) delete env[name];
  if (count !== '1')
    throw new ConfigError(`yunbiao.socket 只能写一行 ListenStream，现在传来了 ${count} 个。`);
  return FIRST_DESCRIPTOR;
};
