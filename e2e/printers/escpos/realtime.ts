import { DC4, DLE, ENQ, EOT } from './commands.ts';

/** A command executed as soon as it is received. */
export type RealTimeCommand = { name: 'DLE EOT' | 'DLE ENQ' | 'DLE DC4'; args: readonly number[] };

/** Clear buffers: `DLE DC4 8` and these bytes. */
const CLEAR = [1, 3, 20, 1, 6, 2, 8];

/** The command in these bytes; null: none; undefined: incomplete. */
const findCommand = (bytes: readonly number[]): RealTimeCommand | null | undefined => {
  const [lead, second, n] = bytes;
  if (lead !== DLE) return null;
  if (second === undefined) return undefined;
  if (second !== EOT && second !== ENQ && second !== DC4) return null;
  if (n === undefined) return undefined;
  if (second === EOT) return n >= 1 && n <= 4 ? { name: 'DLE EOT', args: [n] } : null;
  if (second === ENQ) return n <= 2 ? { name: 'DLE ENQ', args: [n] } : null;
  // The others move no paper: pulses for a drawer, the power-off sequence, a buzzer.
  if (n !== 8) return null;
  const rest = bytes.slice(3);
  if (rest.some((byte, i) => byte !== CLEAR[i])) return null;
  return rest.length < CLEAR.length ? undefined : { name: 'DLE DC4', args: [n] };
};

/** Detects real-time commands in the received bytes. */
export class RealTime {
  #seen: number[] = [];

  /** The command that this byte completes, and the bytes that belong to no command. */
  push(byte: number): { command: RealTimeCommand | null; passed: number[] } {
    const seen = [...this.#seen, byte];
    const command = findCommand(seen);
    this.#seen = command === undefined ? seen : [];
    if (command) return { command, passed: [] };
    if (command === undefined) return { command: null, passed: [] };
    // The last byte of a non-command may start a command.
    if (byte === DLE && seen.length > 1) {
      this.#seen = [DLE];
      return { command: null, passed: seen.slice(0, -1) };
    }
    return { command: null, passed: seen };
  }

  reset(): void {
    this.#seen = [];
  }
}
