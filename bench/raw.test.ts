import { describe, expect, it } from 'vitest';
import { type RawLanguage, readRawLabel } from '@yunbiao/label/raw';
import { listDifferences } from '../e2e/printers/works/probe.ts';
import { rounds, sampleCases } from '../scripts/vitest/rounds.ts';
import { judgeStream, LANGUAGES, listCases, listOwnLabels, SETTINGS } from './support/raw-fuzz.ts';

/**
 * Step through the manuals' commands that still covers each command in each spelling and most
 * positions.
 */
const STRIDE = 7;

const encodeLatin1 = (text: string): Uint8Array => Buffer.from(text, 'latin1');

describe.each(['zpl', 'tspl', 'escpos'] as const)(
  'a label of another system, in %s',
  (language) => {
    it('changes nothing of the next label, whichever command of the manual it holds', () => {
      const harm: string[] = [];
      let accepted = 0;
      const cases = [...listCases(language, (index) => index * STRIDE)];
      for (const { name, stream } of sampleCases(cases)) {
        const verdict = judgeStream(language, stream);
        accepted += verdict.isAccepted ? 1 : 0;
        harm.push(...verdict.harm.map((change) => `${name}: ${change}`));
      }
      expect(harm).toEqual([]);
      expect(accepted).toBeGreaterThan(rounds(50));
    });

    it('is told from one that changes the next: the printer shows what would stay', () => {
      const { own, probe } = LANGUAGES[language];
      const lasting = { zpl: '^XA^LS60^XZ', tspl: 'SHIFT 60\r\n', escpos: '\x1b*\x21\x05\x00' }[
        language
      ];
      const setup = new Uint8Array();
      const before = probe(setup, { setup, label: own }).labels;
      expect(probe(encodeLatin1(lasting), { setup, label: own }).labels).not.toEqual(before);
    });

    it('may be one of ours, of this client or the released one, and comes out as it was', () => {
      const { probe } = LANGUAGES[language];
      const none = new Uint8Array();
      for (const label of listOwnLabels(language)) {
        const reading = readRawLabel(language, label, SETTINGS);
        const printed = 'bytes' in reading ? reading.bytes : none;
        const [whole, again] = [label, printed].map((bytes) =>
          probe(none, { setup: none, label: bytes }).labels.map((shown) => getDots(shown)),
        );
        expect(again).toEqual(whole);
        expect(again).toHaveLength(1);
      }
    });
  },
);

const getDots = (shown: unknown): unknown =>
  typeof shown === 'object' && shown !== null && 'hash' in shown ? shown.hash : null;

describe('a ZPL label cut off anywhere', () => {
  it('changes nothing of the next one, which a client of either release prints', () => {
    const stream =
      '^XA~SD30^LS20^LH40,20^FWR^BY4^POI^PMY^LRY^MUD^PR9,9,9^MMC^LT9^FO8,8^GB40,20,3^FS^XZ';
    const language: RawLanguage = 'zpl';
    const reading = readRawLabel(language, encodeLatin1(stream), SETTINGS);
    const printed = 'bytes' in reading ? reading.bytes : encodeLatin1('');
    expect(printed.length).toBeGreaterThan(0);
    const { probe, end, staying } = LANGUAGES[language];
    const setup = new Uint8Array();
    for (const label of listOwnLabels(language)) {
      const before = probe(setup, { setup, label }).labels;
      for (let length = 0; length <= printed.length; length += 1) {
        const cut = Buffer.concat([printed.subarray(0, length), encodeLatin1(end)]);
        const changes = listDifferences(
          { labels: before },
          { labels: probe(cut, { setup, label }).labels },
        );
        expect([length, changes.filter((change) => !staying.test(change))]).toEqual([length, []]);
      }
    }
  });
});
