import type { Snapshot } from '../works/history.ts';
import {
  buildAutoStatus,
  buildOfflineResponse,
  type StatusRules,
  getWatchedBits,
} from './status.ts';

/**
 * Unsolicited messages of the printer: Automatic Status Back (GS a), and offline responses (GS ( H
 * 49).
 */
export class StatusBack {
  readonly #rules: StatusRules;
  readonly #tell: (words: string) => void;
  #mask: number;
  #offline = 0;
  #told: readonly number[] = [];
  #wasOffline = false;

  constructor(rules: StatusRules, mask: number, tell: (words: string) => void) {
    this.#rules = rules;
    this.#mask = mask;
    this.#tell = tell;
  }

  /** GS a n: sends the status at once and on every change of one of these. */
  watch(n: number, now: Snapshot): void {
    this.#mask = n;
    if (n !== 0) this.#send(buildAutoStatus(now, this.#rules));
  }

  /** GS ( H function 49. */
  offlineResponses(d: number): void {
    this.#offline = d % 48;
  }

  /** Disabled by ESC @. */
  reset(): void {
    this.#mask = 0;
  }

  powerUp(mask: number): void {
    this.#mask = mask;
    this.#offline = 0;
  }

  look(now: Snapshot): void {
    const status = buildAutoStatus(now, this.#rules);
    const watched = getWatchedBits(this.#mask);
    const before = this.#told;
    const differs = status.some(
      (byte, i) => ((byte ^ (before[i] ?? byte)) & (watched[i] ?? 0)) > 0,
    );
    if (differs) this.#send(status);
    this.#told = status;
    const isOffline = now.headUp || now.paperOut || now.ribbonOut || now.paused;
    const went = isOffline && !this.#wasOffline;
    this.#wasOffline = isOffline;
    if (went && this.#offline > 0) this.#tell(buildOfflineResponse(now, this.#offline === 2));
  }

  #send(status: readonly number[]): void {
    this.#told = status;
    this.#tell(String.fromCharCode(...status));
  }
}
