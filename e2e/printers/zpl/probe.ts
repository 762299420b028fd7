import { findEffects, type Probe } from '../works/probe.ts';
import { Machine, type MachineRules } from './machine.ts';

/** A label that relies on everything a printer may have set. */
export const PROBE_LABEL = Buffer.from(
  [
    '^XA',
    '^FO24,16^GFA,8,8,2,FF01800FAA55C3FF^FS',
    '^FO8,40^GB40,24,3^FS',
    '^FO24,48^GB60,20,20^FS',
    '^FO10,80^FDprobe^FS',
    '^FO10,120^BC^FDprobe^FS',
    '^FO60,100^XGR:PROBE.GRF,1,1^FS',
    '^XZ',
  ].join('\r\n'),
);

/** A printer whose owner has set everything otherwise than the factory, and saved it. */
export const CONFIGURED = Buffer.from(
  [
    '~DGR:PROBE.GRF,00004,002,FF01800F',
    '~SD15~TA010~JSA',
    '^XA^LH8,4^LS6^LT3^PW360^LL200^MNN^MMC,Y^MD2^PR3,4,2^POI^PMY^LRY^CF0,30,20^CI13^FWR',
    '^BY3,2.0,50^MTD^ML1000^JZN^JSR^MFN,N^JWL^CVY^SZ2^XS1,1^PA1,1,1,1^JUS^XZ',
  ].join('\r\n'),
);

export type ProbeOptions = {
  /** Sent before, of which nothing is compared. */
  setup?: Uint8Array;
  /** Sent after. */
  label?: Uint8Array;
  rules?: MachineRules;
  /** The power goes and comes back between the bytes and the label. */
  restart?: boolean;
};

/** What a printer is after these bytes, and what the label that follows them looks like. */
export const probeZpl = (bytes: Uint8Array, options: ProbeOptions = {}): Probe => {
  const { setup, label = PROBE_LABEL, rules, restart = false } = options;
  const machine = new Machine(rules);
  if (setup) machine.push(setup);
  const before = {
    labels: machine.labels.length,
    acts: machine.acts.length,
    answers: machine.answers.length,
    lost: machine.lost.length,
  };
  machine.push(bytes);
  const during = {
    labels: machine.labels.length - before.labels,
    acts: machine.acts.slice(before.acts),
    answers: machine.answers.slice(before.answers),
    lost: machine.lost.slice(before.lost),
  };
  if (restart) machine.restart();
  const { state } = machine;
  const from = machine.labels.length;
  machine.push(label);
  return { labels: machine.labels.slice(from), state, during };
};

/** Every way in which these bytes change a later label or the printer, one just unpacked or one set up by its owner. */
export const findZplEffects = (bytes: Uint8Array, options: ProbeOptions = {}): string[] => {
  const setups = options.setup ? [options.setup] : [new Uint8Array(), CONFIGURED];
  return setups.flatMap((setup) =>
    findEffects((fed) => probeZpl(fed, { ...options, setup }), bytes),
  );
};
