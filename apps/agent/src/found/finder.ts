import type { Place } from '../places.ts';
import type { PrinterView } from '../printer/view.ts';

/** A printer as one finder sees it. Everything in it may come from strangers on the network. */
export type Sighting = {
  at: Place;
  /** What the system or the printer calls it. */
  name: string;
  /**
   * What tells it from every other printer, however it is reached, strongest first: `usb:{serial number}` with maker and
   * model, `uuid:{…}`, `mac:{…}`. Sightings that share one are the same printer.
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
  /** Where a queue sends its jobs. */
  deviceUri?: string;
};

/** One way to look for printers. */
export type Finder = {
  /** For the log. */
  name: string;
  /** What there is now. A way that this machine does not have finds nothing; it rejects when it broke. */
  find: (signal: AbortSignal) => Promise<readonly Sighting[]>;
};
