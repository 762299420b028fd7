import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type Bitmap,
  type Dpi,
  isBlackDot,
  getDotsPerMm,
  layoutLabel,
  type Template,
} from '@yunbiao/label';
import type { Scene, TemplateElement } from '@yunbiao/label';
import type { SimulatedPrint } from '@yunbiao/label/scan';
import { RARE_ENCODERS } from '@yunbiao/label/rare-encoders';
import { drawZpl, readZpl } from '@yunbiao/label/zpl';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { TestContext } from 'vitest';
import type { PageFormats } from '../../apps/agent/src/document-format.ts';
import type { Place } from '../../apps/agent/src/places.ts';
import {
  listEnds,
  createLease,
  createLedger,
  startTestWorker,
  waitUntil,
} from '../../apps/agent/src/printer/testing.ts';
import { chooseDocumentFormat, rasterizePage } from '../../apps/agent/src/render/document.ts';
import { getLabelFonts, prepareLabelRow } from '../../apps/agent/src/render/prepare.ts';
import { createDefaultSetup } from '../../apps/agent/src/render/default-setup.ts';
import { createDraw, KINDS } from '../../bench/support/readback/kinds.ts';
import type { Kind, Reader } from '../../bench/support/readback/kinds.ts';
import {
  hasZbarimg,
  readWithRxing,
  readWithZbarimg,
  readWithZxing,
} from '../../bench/support/readback/readers.ts';
import { toScannedText } from '../../bench/support/readback/gs1-contents.ts';
import { findProgram } from '../../scripts/lib/programs.mjs';
import { noDrawing, startCups } from '../support/cups.ts';
import type { TestCups } from '../support/cups.ts';
import { noIppeveprinter, startIppeveprinter } from '../support/ippeveprinter.ts';
import type { Ippeveprinter } from '../support/ippeveprinter.ts';
import { readPwg } from './ipp/read-pwg.ts';
import { sampleCases } from '../../scripts/vitest/rounds.ts';

const DPIS = sampleCases([203, 300, 600] as const satisfies readonly Dpi[]);
const PATIENCE_MS = 120_000;
const WIDTH_MM = 100;
const HEIGHT_MM = 150;
const MARGIN_MM = 3;

/** A code on a label, at the size its readers need. */
type Placed = { name: string; kind: Kind; content: string; element: TemplateElement };

/** Every symbology on as few labels as possible, in rows. */
const placeCodes = (): Placed[][] => {
  const draw = createDraw(27);
  const labels: Placed[][] = [[]];
  let [x, y, bottom] = [MARGIN_MM, MARGIN_MM, MARGIN_MM];
  for (const [name, kind] of Object.entries(KINDS)) {
    // rxing decodes UTF-8 in Data Matrix as Latin-1.
    const content = name === 'Data Matrix' ? 'YN-0027 Data Matrix' : kind.content(draw);
    const made = kind.element(content);
    const [widthMm, heightMm] = [made.widthMm, Math.min(made.heightMm, 30)];
    if (x + widthMm + MARGIN_MM > WIDTH_MM) [x, y] = [MARGIN_MM, bottom];
    if (y + heightMm + MARGIN_MM > HEIGHT_MM) {
      labels.push([]);
      [x, y, bottom] = [MARGIN_MM, MARGIN_MM, MARGIN_MM];
    }
    const element = { ...made, id: name, xMm: x, yMm: y, heightMm };
    labels.at(-1)?.push({ name, kind, content, element });
    x += widthMm + 2 * MARGIN_MM;
    bottom = Math.max(bottom, y + heightMm + 2 * MARGIN_MM);
  }
  return labels;
};
const LABELS = placeCodes();

const createTemplate = (codes: readonly Placed[]): Template => ({
  version: 1,
  widthMm: WIDTH_MM,
  heightMm: HEIGHT_MM,
  fields: [],
  elements: codes.map(({ element }) => element),
});

const setupFor = (language: 'driver' | 'ipp', dpi: Dpi, vector = false) => ({
  ...createDefaultSetup({ language, dpi, widthMm: WIDTH_MM, heightMm: HEIGHT_MM }),
  vector,
});
type Setup = ReturnType<typeof setupFor>;

const draw = (codes: readonly Placed[], setup: Setup, formats: PageFormats) => {
  const ready = prepareLabelRow({ template: createTemplate(codes), setup }, [{}], {
    fonts: getLabelFonts(),
    graphics: 'z64',
    format: chooseDocumentFormat(setup, formats),
  });
  return ready.ok ? ready : expect.unreachable(JSON.stringify(ready));
};

/** Renders a label's dots with the local engine. */
const drawDots = (codes: readonly Placed[], setup: Setup): Bitmap => {
  const scene: Scene = layoutLabel({
    template: createTemplate(codes),
    data: {},
    media: { dpi: setup.dpi },
    fonts: getLabelFonts(),
    rareCodes: () => RARE_ENCODERS,
  });
  return rasterizePage(setup, [scene]);
};

const copyBitmap = (
  { width, height }: { width: number; height: number },
  isBlack: (x: number, y: number) => boolean,
): Bitmap => {
  const stride = (width + 7) >> 3;
  const data = new Uint8Array(stride * height);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const at = y * stride + (x >> 3);
      if (isBlack(x, y)) data[at] = (data[at] ?? 0) | (0x80 >> (x & 7));
    }
  return { width, height, stride, data };
};

const turnAround = (bitmap: Bitmap): Bitmap => {
  const { width, height } = bitmap;
  return copyBitmap(bitmap, (x, y) => isBlackDot(bitmap, width - 1 - x, height - 1 - y));
};

/** Left and top edge of all black dots. */
const findInk = (bitmap: Bitmap): { left: number; top: number } => {
  let [left, top] = [bitmap.width, bitmap.height];
  for (let y = 0; y < bitmap.height; y += 1)
    for (let x = 0; x < (y < top ? bitmap.width : left); x += 1)
      if (isBlackDot(bitmap, x, y)) [left, top] = [Math.min(left, x), Math.min(top, y)];
  return { left, top };
};

/** Finds a label on its printed page, at any position, and counts its differing dots. */
const findLabel = (wanted: Bitmap, page: Bitmap): { differing: number; found: Bitmap } => {
  const [own, theirs] = [findInk(wanted), findInk(page)];
  const [dx, dy] = [theirs.left - own.left, theirs.top - own.top];
  let differing = 0;
  const found = copyBitmap(wanted, (x, y) => {
    const isBlack = isBlackDot(page, x + dx, y + dy);
    if (isBlack !== isBlackDot(wanted, x, y)) differing += 1;
    return isBlack;
  });
  return { differing, found };
};

/** Pixels per dot: about a scanner's resolution. */
const PIXELS: Readonly<Record<Dpi, number>> = { 203: 3, 300: 2, 600: 1 };

/** A code and its quiet zone. */
const cutOut = (
  label: Bitmap,
  { xMm, yMm, widthMm, heightMm }: TemplateElement,
  dpi: Dpi,
): SimulatedPrint => {
  const pixels = PIXELS[dpi];
  const toDots = (mm: number): number => Math.round(mm * getDotsPerMm(dpi));
  const [left, top] = [toDots(xMm - 2), toDots(yMm - 2)];
  const [width, height] = [toDots(widthMm + 4) * pixels, toDots(heightMm + 4) * pixels];
  const grey = Uint8Array.from({ length: width * height }, (_, i) => {
    const [x, y] = [i % width, Math.floor(i / width)].map((at) => Math.floor(at / pixels));
    return isBlackDot(label, left + (x ?? 0), top + (y ?? 0)) ? 0 : 255;
  });
  return { width, height, grey };
};

type Read = [reader: Reader, told: string[]];

/** Results of the decoders that support a code: at least two. */
const readBy = async ({ kind, content }: Placed, print: SimulatedPrint): Promise<Read[]> => {
  const { zxing, zbar, rxing = kind.dmtx ? 'DATA_MATRIX' : undefined, own } = kind;
  const wanted = [kind.told?.(content, 'zbarimg') ?? content];
  const divider = { print, text: '' };
  const isLinear = !zbar?.names.includes('qrcode');
  return [
    ['ZXing', await readWithZxing(print, zxing)],
    ...(zbar && hasZbarimg
      ? (await readWithZbarimg([print], wanted, { names: zbar.names, isLinear, divider })).map(
          (told): Read => ['zbarimg', told],
        )
      : []),
    ...(rxing === undefined ? [] : [['rxing', readWithRxing(print, rxing)] satisfies Read]),
    ...(own ? [['own', own(print)] satisfies Read] : []),
  ];
};

/** Codes that a decoder misreads, or that fewer than two decoders support. */
const listMisread = async (
  codes: readonly Placed[],
  label: Bitmap,
  dpi: Dpi,
): Promise<string[]> => {
  const troubles: string[] = [];
  for (const code of codes) {
    const { name, kind, content, element } = code;
    const reads = await readBy(code, cutOut(label, element, dpi));
    if (hasZbarimg && reads.length < 2) troubles.push(`${name}: one decoder`);
    for (const [reader, told] of reads) {
      const isGs1Matrix = reader === 'rxing' && name === 'GS1 DataMatrix';
      const want = isGs1Matrix ? toScannedText(content) : (kind.told?.(content, reader) ?? content);
      if (told.length !== 1 || told[0] !== want)
        troubles.push(`${name}: ${reader} ${JSON.stringify(told)}`);
    }
  }
  return troubles;
};

/**
 * Decoder results of a rendered label, by resolution: equal dots are read only once, whatever
 * printer produced them.
 */
const misread = new Map<string, Promise<string[]>>();

const expectExact = async (codes: readonly Placed[], page: Bitmap, setup: Setup): Promise<void> => {
  const { differing, found } = findLabel(drawDots(codes, setup), page);
  expect(differing).toBe(0);
  const label = `${setup.dpi} ${codes.map(({ name }) => name).join()}`;
  const reading = misread.get(label) ?? listMisread(codes, found, setup.dpi);
  misread.set(label, reading);
  expect(await reading).toEqual([]);
};

/** A printer that stores the data of each connection. */
const startSink = async () => {
  const taken: Buffer[][] = [];
  const server = createServer((socket) => {
    const chunks: Buffer[] = [];
    taken.push(chunks);
    socket.on('data', (chunk) => chunks.push(chunk));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    taken: () => taken.map((chunks) => Buffer.concat(chunks).toString('latin1')),
    close: () => void server.close(),
  };
};

const drawAsZebra = (zpl: string, dpi: Dpi): Bitmap => {
  const [, widthDots = 0] = (/\^PW(\d+)/.exec(zpl) ?? []).map(Number);
  const [, bytes = 0, across = 1] = (/~DGR:CUPS\.GRF,(\d+),(\d+),/.exec(zpl) ?? []).map(Number);
  const stream = readZpl(zpl, { dpi, widthDots, heightDots: bytes / across });
  const [label] = stream.labels;
  if (!label) throw new Error('no label');
  const { bitmap } = drawZpl(label, { fonts: getLabelFonts(), lines: stream.lines });
  return bitmap;
};

/**
 * Sends the labels to an address, one after the other. `given`: document format, overriding the
 * printer's.
 */
const send = async (
  ctx: TestContext,
  at: Place,
  setup: Setup,
  given?: PageFormats,
): Promise<void> => {
  const ledger = await createLedger(ctx);
  const { language, dpi } = setup;
  const worker = startTestWorker(ctx, ledger, 0, { language, dpi, at }, ({ data }, _, formats) =>
    draw(LABELS[Number(data['n']) - 1] ?? [], setup, given ?? formats),
  );
  worker.offer(LABELS.map((_, i) => createLease(i + 1)));
  await waitUntil(() => expect(listEnds(ledger)).toHaveLength(LABELS.length));
};

const readPbm = (file: Buffer): Bitmap => {
  const [head = '', width, height] =
    /^P4\s+(?:#[^\n]*\s+)?(\d+)\s+(\d+)\s/.exec(file.toString('latin1', 0, 200)) ?? [];
  const size = { width: Number(width), height: Number(height) };
  return { ...size, stride: (size.width + 7) >> 3, data: file.subarray(head.length) };
};

describe('a queue of CUPS with the driver of a label printer', { timeout: PATIENCE_MS }, () => {
  let cups: TestCups;
  let sink: Awaited<ReturnType<typeof startSink>>;

  beforeAll(async () => {
    if (noDrawing) return;
    cups = await startCups();
    sink = await startSink();
    // Configured for 203 dpi: the job states any other resolution.
    await cups.addQueue('zebra', `socket://127.0.0.1:${sink.port}`, 'drv:///sample.drv/zebra.ppd');
    vi.stubEnv('CUPS_SERVER', cups.server);
  });
  beforeEach((ctx) => {
    if (noDrawing) ctx.skip(noDrawing);
  });
  afterAll(async () => {
    vi.unstubAllEnvs();
    sink?.close();
    await cups?.close();
  });

  const print = async (
    ctx: TestContext,
    setup: Setup,
    formats?: PageFormats,
  ): Promise<Bitmap[]> => {
    const before = sink.taken().length;
    await send(ctx, { kind: 'cups-queue', name: 'zebra' }, setup, formats);
    const readTaken = () => sink.taken().slice(before);
    await waitUntil(() =>
      expect(readTaken().filter((zpl) => /\^XZ\s*$/.test(zpl))).toHaveLength(LABELS.length),
    );
    return readTaken().map((zpl) => drawAsZebra(zpl, setup.dpi));
  };

  it.for(DPIS)('prints every code dot for dot at %i dpi', async (dpi, ctx) => {
    const setup = setupFor('driver', dpi);
    for (const [i, page] of (await print(ctx, setup)).entries())
      // The driver prints bottom first.
      await expectExact(LABELS[i] ?? [], turnAround(page), setup);
  });

  it('would print other dots, and codes nobody reads, of vectors at 203 dpi', async (ctx) => {
    const setup = setupFor('driver', 203);
    const [page] = await print(ctx, setup, { defaultFormat: 'pdf', vectorFormat: 'pdf' });
    const [codes = []] = LABELS;
    const { differing, found } = findLabel(
      drawDots(codes, setup),
      turnAround(page ?? expect.unreachable('no page')),
    );
    expect(differing).toBeGreaterThan(5000);
    expect(await listMisread(codes, found, 203)).toContain('GS1-128: ZXing []');
  });
});

/** A printer's formats, at each resolution; paper of any size. */
const RASTERS = `ATTR keyword pwg-raster-document-type-supported black_1,sgray_8
ATTR resolution pwg-raster-document-resolution-supported 203dpi,300dpi,600dpi
ATTR resolution printer-resolution-supported 203dpi,300dpi,600dpi
ATTR mimeMediaType document-format-supported application/pdf,image/pwg-raster
ATTR keyword media-supported custom_min_25x25mm,custom_max_300x400mm
ATTR collection media-size-supported {
  MEMBER rangeOfInteger x-dimension 2500-30000
  MEMBER rangeOfInteger y-dimension 2500-40000
}
ATTR keyword print-scaling-supported auto,none
`;

/** Ghostscript and poppler rasterize a PDF page differently. */
const RASTERISERS: Readonly<Record<string, (dpi: Dpi, from: string, to: string) => string[]>> = {
  gs: (dpi, from, to) => [
    '-q',
    '-dSAFER',
    '-dBATCH',
    '-dNOPAUSE',
    '-sDEVICE=pbmraw',
    `-r${dpi}`,
    `-sOutputFile=${to}.pbm`,
    from,
  ],
  pdftoppm: (dpi, from, to) => ['-mono', '-singlefile', '-r', String(dpi), from, to],
};

describe("CUPS's sample printer of IPP", { timeout: PATIENCE_MS }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'yb-pages-'));
  let printer: Ippeveprinter;

  beforeAll(async () => {
    if (noIppeveprinter) return;
    writeFileSync(join(folder, 'rasters.conf'), RASTERS);
    printer = await startIppeveprinter({ ms: 50, args: `-a ${join(folder, 'rasters.conf')}` });
  }, PATIENCE_MS);
  beforeEach((ctx) => {
    if (noIppeveprinter) ctx.skip(noIppeveprinter);
  });
  afterAll(async () => {
    await printer?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const print = async (ctx: TestContext, at: Ippeveprinter, setup: Setup) => {
    const before = (await at.documents()).length;
    await send(ctx, { kind: 'ipp', uri: `ipp://${at.authority}/ipp/print` }, setup);
    return (await at.documents()).slice(before);
  };

  it.for(DPIS)('is given a raster with every code dot for dot at %i dpi', async (dpi, ctx) => {
    const setup = setupFor('ipp', dpi);
    for (const [i, { type, bytes }] of (await print(ctx, printer, setup)).entries()) {
      expect(type).toBe('image/pwg-raster');
      await expectExact(LABELS[i] ?? [], readPwg(bytes), setup);
    }
  });

  it('is given vectors where its configuration asks for them, at 600 dpi and no less', async (ctx) => {
    const listTypes = async (dpi: Dpi): Promise<string[]> =>
      (await print(ctx, printer, setupFor('ipp', dpi, true))).map(({ type }) => type);
    expect(new Set(await listTypes(600))).toEqual(new Set(['application/pdf']));
    expect(new Set(await listTypes(300))).toEqual(new Set(['image/pwg-raster']));
  });

  it.for(DPIS)(
    'is given a PDF with every code dot for dot at %i dpi, where it takes nothing else',
    async (dpi, ctx) => {
      const programs = Object.keys(RASTERISERS).filter((name) => findProgram(name));
      if (programs.length === 0) ctx.skip('ghostscript、poppler-utils：没有找到');
      const plain = await startIppeveprinter({ ms: 50, args: '-f application/pdf' });
      ctx.onTestFinished(() => plain.close());
      const setup = setupFor('ipp', dpi);
      for (const [i, { type, bytes }] of (await print(ctx, plain, setup)).entries()) {
        expect(type).toBe('application/pdf');
        const [from, to] = [join(folder, 'page.pdf'), join(folder, 'page')];
        writeFileSync(from, bytes);
        const wanted = drawDots(LABELS[i] ?? [], setup);
        for (const program of programs) {
          execFileSync(program, RASTERISERS[program]?.(dpi, from, to) ?? []);
          const page = readPbm(readFileSync(`${to}.pbm`));
          expect(findLabel(wanted, page).differing, program).toBe(0);
        }
      }
    },
  );
});
