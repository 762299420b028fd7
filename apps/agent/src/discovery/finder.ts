import type { PlaceKind } from '@yunbiao/contract/gateway/printer-places';
import type { Place } from '../places.ts';
import type { PrinterView } from '../printer/view.ts';

/** A printer as one finder sees it. All values are untrusted network input. */
export type Sighting = {
  place: Place;
  /** Name given by the system or the printer. */
  name: string;
  /**
   * Keys that identify the printer across connections, strongest first (`identity-keys.ts`). Sightings
   * that share a key are the same printer. Empty when only its place is known.
   */
  keys: readonly string[];
  /** Maker and model, from the driver or the printer. */
  model: string;
  /** IEEE 1284 device id: `MFG:…;MDL:…;CMD:…;`. */
  deviceId?: string;
  /** Media types of jobs, or the printer's own names of page languages. */
  formats?: readonly string[];
  /** Supported resolutions, dpi. */
  dpi?: readonly number[];
  /** State, when the printer or its queue reports it. */
  state?: Pick<PrinterView, 'state' | 'stateReasons'>;
  /** Sizes of the loaded media, mm, when reported. */
  media?: readonly { widthMm: number; heightMm: number }[];
  /** Place a queue sends its jobs to. A sighting at that place is the same printer. */
  targetPlace?: Place;
  /** The printer exists, but this user may not print on it, or this client cannot. */
  isInaccessible?: boolean;
};

/** A method of printer discovery. */
export type Finder = {
  /** Name for display. */
  name: string;
  /**
   * Kinds of places that it covers completely: a place of these kinds that it does not find is
   * absent.
   */
  kinds: readonly PlaceKind[];
  /**
   * Returns the current printers. Returns none when the method does not exist on this machine.
   * Rejects on failure.
   */
  find: (signal: AbortSignal) => Promise<readonly Sighting[]>;
};
