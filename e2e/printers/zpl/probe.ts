import { findEffects, type Probe, probeMachine, type ProbeOptions } from '../works/probe.ts';
import { Machine, type MachineRules } from './machine.ts';

/** A label that depends on every setting a printer can have. */
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

/** Changes every setting from its factory default and saves it. */
export const CONFIGURED = Buffer.from(
  [
    '~DGR:PROBE.GRF,00004,002,FF01800F',
    '~SD15~TA010~JSA',
    '^XA^LH8,4^LS6^LT3^PW360^LL200^MNN^MMC,Y^MD2^PR3,4,2^POI^PMY^LRY^CF0,30,20^CI13^FWR',
    '^BY3,2.0,50^MTD^ML1000^JZN^JSR^MFN,N^JWL^CVY^SZ2^XS1,1^PA1,1,1,1^JUS^XZ',
  ].join('\r\n'),
);

/** The printer's state after these bytes, and the label printed after them. */
export const probeZpl = (bytes: Uint8Array, options: ProbeOptions<MachineRules> = {}): Probe =>
  probeMachine(new Machine(options.rules), bytes, { label: PROBE_LABEL, ...options });

/**
 * Every effect of these bytes on a later label or the printer, with factory settings and with
 * customized ones.
 */
export const findZplEffects = (
  bytes: Uint8Array,
  options: ProbeOptions<MachineRules> = {},
): string[] =>
  findEffects(
    (sent, setup) => probeZpl(sent, { ...options, setup }),
    bytes,
    options.setup ? [options.setup] : [new Uint8Array(), CONFIGURED],
  );
