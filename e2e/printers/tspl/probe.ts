import { findEffects, type Probe, probeMachine, type ProbeOptions } from '../works/probe.ts';
import { Machine, type MachineRules } from './machine.ts';

/** A label that relies on everything a printer may have set, its image buffer too. */
export const PROBE_LABEL = Buffer.from(
  'BAR 24,16,60,20\r\nBOX 40,60,120,100,3\r\nTEXT 20,120,"3",0,1,1,"probe"\r\nBARCODE 20,150,"128",50,1,0,2,2,"probe"\r\nPRINT 1,1\r\n',
);

/** A printer whose owner has set everything otherwise than the factory. */
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

/** A printer after these bytes, and the label that follows them. */
export const probeTspl = (bytes: Uint8Array, options: ProbeOptions<MachineRules> = {}): Probe =>
  probeMachine(new Machine(options.rules), bytes, { label: PROBE_LABEL, ...options });

/** Every way in which these bytes change a later label or the printer, one just unpacked or one set up by its owner. */
export const findTsplEffects = (
  bytes: Uint8Array,
  options: ProbeOptions<MachineRules> = {},
): string[] =>
  findEffects(
    (sent, setup) => probeTspl(sent, { ...options, setup }),
    bytes,
    options.setup ? [options.setup] : [new Uint8Array(), CONFIGURED],
  );
