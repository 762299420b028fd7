import type { PlaceKind } from '@yunbiao/contract/printer-places';
import type { Place } from '../places.ts';
import type { PrinterView } from '../printer/view.ts';

/** A printer as one finder sees it. Everything in it may come from strangers on the network. */
export type Sighting = {
  place: Place;
  /** What the system or the printer calls it. */
  name: string;
  /**
   * What tells it from every other printer, however it is reached, strongest first (`identity.ts`): sightings that share one
   * are the same printer. None where it is known by its place alone.
   */
  keys: readonly string[];
  /** Maker and model, as the driver or the printer says. */
  model: string;
  /** Of IEEE 1284: `MFG:…;MDL:…;CMD:…;`. */
  deviceId?: string;
  /** Media types of jobs it takes, or its own names of page languages. */
  formats?: readonly string[];
  /** Dots an inch it can print at. */
  dpi?: readonly number[];
  /** Where the printer, or its queue, says so. */
  state?: Pick<PrinterView, 'state' | 'stateReasons'>;
  /** Sizes of what lies in it, mm, where it says so. */
  media?: readonly { widthMm: number; heightMm: number }[];
  /** Where a queue sends its jobs: seen there, too, it is the same printer. */
  leadsTo?: Place;
  /** It is there, and this user may not print on it, or nothing here can. */
  isClosed?: boolean;
};

/** One way to look for printers. */
export type Finder = {
  /** For people. */
  name: string;
  /** What it finds: of these, what it does not find is not there. */
  kinds: readonly PlaceKind[];
  /** What there is now. A way that this machine does not have finds nothing; it rejects when it broke. */
  find: (signal: AbortSignal) => Promise<readonly Sighting[]>;
};
