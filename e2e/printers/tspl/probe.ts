import { findEffects, type Probe, probeMachine, type ProbeOptions } from '../works/probe.ts';
import { Machine, type MachineRules } from './machine.ts';

/** A label that depends on every setting a printer can have, including the image buffer. */
export const PROBE_LABEL = Buffer.from(
  'BAR 24,16,60,20\r\nBOX 40,60,120,100,3\r\nTEXT 20,120,"3",0,1,1,"probe"\r\nBARCODE 20,150,"128",50,1,0,2,2,"probe"\r\nPRINT 1,1\r\n',
);

/** Changes every setting from its factory default. */
export const CONFIGURED = Buffer.from(
  [
    'SIZE 45 mm,25 mm',
    'GAP 3 mm,1 mm',
    'OFFSET 2 mm',
    'SPEED 3',
    'DENSITY 5',
    'DIRECTION 1,1',
    'REFERENCE 8,4',
    'SHIFT 3',
    'COUNTRY 049',
    'CODEPAGE 850',
    'SET CUTTER 1',
    'SET TEAR OFF',
    'SET REPRINT OFF',
    'SET RIBBON ON',
    'SET HEAD OFF',
    'SET KEY1 OFF',
    'LIMITFEED 20 mm',
    'DOWNLOAD "PROBE.DAT",4,WXYZ',
    '',
  ].join('\r\n'),
);

/** The printer's state after these bytes, and the label printed after them. */
export const probeTspl = (bytes: Uint8Array, options: ProbeOptions<MachineRules> = {}): Probe =>
  probeMachine(new Machine(options.rules), bytes, { label: PROBE_LABEL, ...options });

/**
 * Every effect of these bytes on a later label or the printer, with factory settings and with
 * customized ones.
 */
export const findTsplEffects = (
  bytes: Uint8Array,
  options: ProbeOptions<MachineRules> = {},
): string[] =>
  findEffects(
    (sent, setup) => probeTspl(sent, { ...options, setup }),
    bytes,
    options.setup ? [options.setup] : [new Uint8Array(), CONFIGURED],
  );
