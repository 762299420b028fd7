import { describe, expect, it } from 'vitest';
import { takeInheritedSocket } from './inherited-socket.ts';

describe('a listening socket of systemd', () => {
  it('is descriptor 3 of the process that LISTEN_PID names, and not of its children', () => {
    const env = {
      LISTEN_PID: '42',
      LISTEN_FDS: '1',
      LISTEN_FDNAMES: 'yunbiao.socket',
      PATH: '/bin',
    };
    expect(takeInheritedSocket({ ...env }, 43)).toBeNull();
    expect(takeInheritedSocket(env, 42)).toBe(3);
    expect(env).toEqual({ PATH: '/bin' });
  });

  it('is absent without both variables', () => {
    expect(takeInheritedSocket({}, 42)).toBeNull();
    expect(takeInheritedSocket({ LISTEN_PID: '42' }, 42)).toBeNull();
  });

  it.each(['0', '2', 'x'])('is refused as %s sockets', (count) => {
    expect(() => takeInheritedSocket({ LISTEN_PID: '42', LISTEN_FDS: count }, 42)).toThrow(
      'ListenStream',
    );
  });
});
