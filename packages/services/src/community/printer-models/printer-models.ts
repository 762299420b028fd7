/** Names of a brand: the usual one on screen, the Latin one, and others people type. */
export type PrinterBrand = { title: string; latin: string; also: readonly string[] };

/** Brands by the name in their page's address, in the order of the page. */
export const PRINTER_BRANDS = {
  gprinter: { title: '佳博', latin: 'Gprinter', also: ['佳博科技', 'Gainscha'] },
  zebra: { title: '斑马', latin: 'Zebra', also: ['斑马技术'] },
  tsc: { title: 'TSC', latin: 'TSC', also: ['台半', '鼎翰'] },
  deli: { title: '得力', latin: 'Deli', also: [] },
  hprt: { title: '汉印', latin: 'HPRT', also: ['厦门汉印'] },
  xprinter: { title: '芯烨', latin: 'Xprinter', also: [] },
  godex: { title: '科诚', latin: 'GoDEX', also: [] },
  honeywell: { title: '霍尼韦尔', latin: 'Honeywell', also: ['Intermec', '易腾迈'] },
  argox: { title: '立象', latin: 'Argox', also: [] },
  toshiba: { title: '东芝泰格', latin: 'Toshiba TEC', also: ['东芝', 'Toshiba'] },
  sato: { title: '佐藤', latin: 'SATO', also: [] },
  bixolon: { title: 'BIXOLON', latin: 'BIXOLON', also: ['毕索龙'] },
  citizen: { title: '西铁城', latin: 'Citizen', also: [] },
  snbc: { title: '新北洋', latin: 'SNBC', also: ['北洋'] },
  rongta: { title: '容大', latin: 'Rongta', also: [] },
  epson: { title: '爱普生', latin: 'Epson', also: [] },
  zjiang: { title: '资江', latin: 'ZJiang', also: [] },
  star: { title: '斯大', latin: 'Star', also: ['斯大精密', 'Star Micronics'] },
  brother: { title: '兄弟', latin: 'Brother', also: [] },
  niimbot: { title: '精臣', latin: 'NIIMBOT', also: [] },
  dymo: { title: 'DYMO', latin: 'DYMO', also: ['达美'] },
  seiko: { title: '精工', latin: 'Seiko', also: ['SII'] },
  idprt: { title: 'iDPRT', latin: 'iDPRT', also: [] },
} as const satisfies Record<string, PrinterBrand>;

export type PrinterSource = { title: string; url: string };

const LPRINT =
  'https://github.com/michaelrsweet/lprint/blob/b55366f153b35488fd8779784fdc0b844ef685ac';
const ESCPOS_DB =
  'https://github.com/receipt-print-hq/escpos-printer-db/blob/fe07c81155a6c49912379fdb960dc9155c8dfc89/data/profile';
const ENCODER =
  'https://github.com/NielsLeenheer/ReceiptPrinterEncoder/blob/33546a9b2f3b1f8b3cf1b5a2e6c86f2f034c8937/data/printers';
const FOOMATIC =
  'https://github.com/OpenPrinting/foomatic-db/blob/a8bdf5fbe1f736afabd188cbcacb95f459492e3f/db/source/printer';

/** Where the facts of a model were read. */
export const PRINTER_SOURCES = {
  'lprint-zpl': { title: 'LPrint：ZPL 机型表', url: `${LPRINT}/lprint-zpl.h` },
  'lprint-cpcl': { title: 'LPrint：CPCL 机型表', url: `${LPRINT}/lprint-cpcl.h` },
  'lprint-brother': { title: 'LPrint：Brother 机型表', url: `${LPRINT}/lprint-brother.h` },
  'lprint-sii': { title: 'LPrint：SII 机型表', url: `${LPRINT}/lprint-sii.h` },
  'lprint-escpos': { title: 'LPrint：ESC/POS 机型表', url: `${LPRINT}/lprint-escpos.h` },
  openprinthub: {
    title: 'OpenPrintHub：打印机能力目录',
    url: 'https://github.com/medpath1024/OpenPrintHub/blob/34fc085edc2a7142bcf6b3a928d6d9ec59c19c64/docs/printer-capability-catalog.md',
  },
  orderlord: {
    title: 'OrderLord：支持的标签打印机',
    url: 'https://github.com/jantursky/orderlord-help-kds/blob/HEAD/docs/frequently-asked-questions-faq/supported-label-printers.md',
  },
  'deli-cups': {
    title: '得力 DL-888D PRO 的 CUPS 驱动',
    url: 'https://github.com/mhmtbsbyndr/deli-dl888d-pro-macos-driver/blob/3f45db9ac8b50eaddaafbf56a582b8cbe2c83726/README.md',
  },
  labelize: {
    title: 'labelize：TSPL 打印机',
    url: 'https://github.com/GOODBOY008/labelize/pull/13',
  },
  'tspl-cups': {
    title: 'tspl-cups-driver：TSPL 机型表',
    url: 'https://github.com/RunTheWall/tspl-cups-driver/blob/26d226402226142123957b60338e40310d2b6e78/README.md',
  },
  'rpi-tspl': {
    title: 'rpi-tspl-cups-driver：TSPL 机型表',
    url: 'https://github.com/thorrak/rpi-tspl-cups-driver/blob/d72b303b3368374de529fb10a7755a49347492dc/README.md',
  },
  'escpos-php': {
    title: 'escpos-php：试过的打印机',
    url: 'https://github.com/mike42/escpos-php/blob/f414320fc510afcacd4cbb75902f827399dee429/README.md',
  },
  'xp-237b': {
    title: 'escpos-php：XP-237B 的指令',
    url: 'https://github.com/mike42/escpos-php/issues/899',
  },
  'xp-370b': {
    title: 'escpos-php：XP-370B 的指令',
    url: 'https://github.com/mike42/escpos-php/issues/493',
  },
  te244: {
    title: 'escpos-php：TSC TE244 的指令',
    url: 'https://github.com/mike42/escpos-php/issues/482',
  },
  'ttp-244-plus': {
    title: 'TSC TTP-244 Plus 编程手册',
    url: 'https://www.easymanua.ls/tsc/ttp-244-plus/manual/160885?p=97',
  },
  'tdp-247': {
    title: 'TSC TDP-247 编程手册',
    url: 'https://www.easymanua.ls/tsc/tdp-247/manual/972023?p=97',
  },
  'ttp-345': {
    title: 'TSC TTP-345 编程手册',
    url: 'https://www.easymanua.ls/tsc/ttp-345/manual/961055?p=97',
  },
  pc4: {
    title: 'Intermec EasyCoder PC4 编程手册',
    url: 'https://www.easymanua.ls/intermec/easycoder-pc4/manual/52631?p=25',
  },
  'ame-3230b': {
    title: 'Argox AME-3230B 手册',
    url: 'https://argox.manymanuals.de/print-scan/AME-3230B/user-manual-27727/6',
  },
  'os-214tt': {
    title: 'CUPS：Argox OS-214TT 的指令',
    url: 'https://github.com/apple/cups/issues/600',
  },
  tpcl: {
    title: 'rastertotpcl：东芝泰格的 CUPS 驱动',
    url: 'https://github.com/samlown/rastertotpcl/blob/47020d3dd64255e555e348b54a9c2d4c149014f6/src/tectpcl2.drv',
  },
  'citizen-cl': {
    title: 'Citizen CL 系列指令手册',
    url: 'https://fdocuments.in/document/citizen-cl-e-cl-s-and-clp-range-command-reference-1-1-chapter-1-command-interpreter.html',
  },
  'btp-3200e': {
    title: 'SNBC BTP-3200E/3300E 规格书',
    url: 'https://manuals.online/snbc/label-maker/btp-3200e/owners-manual/15ini',
  },
  'btp-r880': {
    title: 'escpos-php：SNBC BTP-R880NPIII 试过',
    url: 'https://github.com/mike42/escpos-php/issues/714',
  },
  rp410: {
    title: 'php-aidc/label-printer：Rongta RP410 的指令',
    url: 'https://github.com/php-aidc/label-printer/blob/2b48302e97e82802b9f5a87f3425fefddc034ed6/README.md',
  },
  rp326: { title: 'ESC/POS 打印机库：RP326', url: `${ESCPOS_DB}/RP326.yml` },
  rp332: { title: 'ESC/POS 打印机库：RP332', url: `${ESCPOS_DB}/RP332.yml` },
  'tm-l90': { title: 'ESC/POS 打印机库：TM-L90', url: `${ESCPOS_DB}/TM-L90.yml` },
  'tm-t20ii': { title: 'ESC/POS 打印机库：TM-T20II', url: `${ESCPOS_DB}/TM-T20II.yml` },
  'tm-t88v': { title: 'ESC/POS 打印机库：TM-T88V', url: `${ESCPOS_DB}/TM-T88V.yml` },
  'tm-m30iii': { title: 'ESC/POS 打印机库：TM-m30III', url: `${ESCPOS_DB}/TM-m30III.yml` },
  'tm-t20iii': { title: '小票编码器：TM-T20III', url: `${ENCODER}/epson-tm-t20iii.json` },
  'ct-s651': { title: 'ESC/POS 打印机库：CT-S651', url: `${ESCPOS_DB}/CT-S651.yml` },
  'ct-s310ii': { title: '小票编码器：CT-S310II', url: `${ENCODER}/citizen-ct-s310ii.json` },
  'srp-s300': { title: 'ESC/POS 打印机库：SRP-S300', url: `${ESCPOS_DB}/SRP-S300.yml` },
  'srp-350iii': { title: '小票编码器：SRP-350III', url: `${ENCODER}/bixolon-srp350iii.json` },
  'xp-t80q': { title: '小票编码器：XP-T80Q', url: `${ENCODER}/xprinter-xp-t80q.json` },
  'xp-n160ii': { title: '小票编码器：XP-N160II', url: `${ENCODER}/xprinter-xp-n160ii.json` },
  tsp600: { title: 'ESC/POS 打印机库：TSP600', url: `${ESCPOS_DB}/TSP600.yml` },
  'zj-5870': { title: 'ESC/POS 打印机库：ZJ-5870', url: `${ESCPOS_DB}/ZJ-5870.yml` },
  'pos-5890': { title: 'ESC/POS 打印机库：POS-5890', url: `${ESCPOS_DB}/POS-5890.yml` },
  'ql-500': { title: 'OpenPrinting：QL-500', url: `${FOOMATIC}/Brother-QL-500.xml` },
  'ql-550': { title: 'OpenPrinting：QL-550', url: `${FOOMATIC}/Brother-QL-550.xml` },
  'ql-650td': { title: 'OpenPrinting：QL-650TD', url: `${FOOMATIC}/Brother-QL-650TD.xml` },
  niimblue: {
    title: 'NiimBlueLib：精臣机型表',
    url: 'https://github.com/MultiMote/niimbluelib/blob/6fb2285d2bd5296080c53b601a2e7a36262e63d1/src/printer_models.ts',
  },
  'dymo-cups': {
    title: 'DYMO 的 CUPS 驱动',
    url: 'https://github.com/loadfix/dymo-cups-drivers/tree/0f48900b1e7a633ecbd5a2040ea2b48794ceb131/ppd',
  },
} as const satisfies Record<string, PrinterSource>;

/**
 * One line for models of the same facts; what the source does not say stays empty. `languages`: as
 * the source names them, `ZPL:GZPL` for a ZPL emulation of that name. `dpi`, `mm`: resolutions and
 * greatest print width. `heat`: `direct`, `transfer`. `queue`: `cups` when the source is a driver.
 *
 * brand | models | languages | dpi | mm | heat | connections | queue | source
 */
export const PRINTER_MODEL_LINES = `
gprinter | GP-1324D | TSPL | | | | | | labelize
zebra | GK420d, GK420t, GX420d, GX420t, ZD420 | ZPL | | | | | | orderlord
zebra | ZD611d | ZPL | 203, 300 | | direct | | | lprint-zpl
zebra | ZD621d | ZPL | 203, 300 | | direct | | | lprint-zpl
zebra | ZD220, ZD230, ZD500, GC420, GT800 | ZPL | | | | | | openprinthub
zebra | ZD421 | ZPL, EPL | | | | | | openprinthub
zebra | ZT111, ZT230, ZT231, ZT411, ZT421, ZT510, ZT610, 220Xi4 | ZPL | | | | | | openprinthub
tsc | TE200, TE210, TE300, TE310 | TSPL, EPL, ZPL, DPL | | | | | | openprinthub
tsc | TE244 | TSPL | | | | | | te244
tsc | TTP-244 Plus | TSPL | | | | | | ttp-244-plus
tsc | TDP-247 | TSPL | | | | | | tdp-247
tsc | TTP-345 | TSPL | | | | | | ttp-345
tsc | TTP-247, TTP-225, TDP-225 | TSPL | | | | | | openprinthub
tsc | DA200, DA210, DA220, DA300, DA310, DA320 | TSPL | | | direct | | | openprinthub
tsc | TC200, TC210, TX200, TX300, ME240, MX240, MX340P | TSPL | | | | | | openprinthub
tsc | MH240 | TSPL, ZPL, EPL, DPL | | | | | | openprinthub
deli | DL-888D PRO | TSPL | 203 | | | USB | | deli-cups
hprt | N41, SK41 | TSPL | 203 | | | USB | | tspl-cups
hprt | SL42 | TSPL | 203 | | | | | rpi-tspl
hprt | HM-A300E | CPCL | | | | | | lprint-cpcl
xprinter | XP-420B | TSPL, ZPL, EPL, DPL | 203 | | | | | openprinthub
xprinter | XP-460B, XP-470B | TSPL | 203 | | | USB | | tspl-cups
xprinter | XP-410B, XP-421B, XP-450B | TSPL | | | | | | openprinthub
xprinter | XP-P441B | TSPL, EPL, ZPL, DPL, CPCL, ESC/POS | | | | | | openprinthub
xprinter | XP-P326B | TSPL | | | | | | labelize
xprinter | XP-237B | TSPL, EPL, DPL, ZPL, ESC/POS | | | | | | xp-237b
xprinter | XP-370B | TSPL | | | | 串口 | | xp-370b
xprinter | XP-N160II | ESC/POS | 203 | | | USB | | xp-n160ii
xprinter | XP-T80Q | ESC/POS | 203 | | | | | xp-t80q
xprinter | XP-365B, XP-80C, XP-90, XP-Q800 | ESC/POS | | | | | | escpos-php
godex | GE300, GE330 | EZPL, EPL:GEPL, ZPL:GZPL | | | | | | openprinthub
godex | G500, G530, DT4x, RT200, RT230 | EZPL, ZPL:GZPL | | | | | | openprinthub
honeywell | PC42t Plus | ZPL:ZSim, EPL:ESim, DPL, Direct Protocol | | | | | | openprinthub
honeywell | PC42E-T | ZPL:ZSim2, EPL:ESim, DPL, Direct Protocol | | | | | | openprinthub
honeywell | PM45 | ZPL:ZSim2 | | | | | | openprinthub
honeywell | PD45, PD45S | ZPL, DPL, IPL, Direct Protocol, Fingerprint | | | | | | openprinthub
honeywell | EasyCoder PC4 | EPL:ESim | 203, 300 | 104 | | | | pc4
argox | AME-3230B | ZPL:PPLZ | | | | | | ame-3230b
argox | OS-214TT | PPLA, PPLB | | | | | | os-214tt
toshiba | B-EX4T1 | TPCL, ZPL:Z-Mode, DPL, BCI | | | | | | openprinthub
toshiba | B-SA4G/T | TPCL | 203, 300 | | | | cups | tpcl
toshiba | B-SX4, B-SV4D, B-SV4T | TPCL | 203 | | | | cups | tpcl
toshiba | B-EV4D-GS14, B-EV4T-GS14 | TPCL | 203, 300 | | | | cups | tpcl
sato | WS4 | SBPL, ZPL:SZPL, EPL:SEPL, DPL:SDPL, IPL:SIPL | | | | | | openprinthub
sato | CL4NX, CL6NX, CT4-LX | SBPL, ZPL:SZPL | | | | | | openprinthub
bixolon | XD3-40d | SLCS, ZPL:BPL-Z, EPL:BPL-E | | | | | | openprinthub
bixolon | SRP-S300 | ESC/POS | 203 | | | | | srp-s300
bixolon | SRP-350III | ESC/POS | 180 | | | | | srp-350iii
citizen | CL-S521, CL-S621, CL-S631 | | | | | | | citizen-cl
citizen | CT-S651 | ESC/POS | 203 | | | | | ct-s651
citizen | CT-S310II | ESC/POS | 203 | | | | | ct-s310ii
snbc | BTP-3200E, BTP-3300E | | | | | | | btp-3200e
snbc | BTP-R880NPIII | ESC/POS | | | | | | btp-r880
rongta | RP410 | TSPL | | | | | | rp410
rongta | RP326 | ESC/POS | 203 | | | | | rp326
rongta | RP332 | ESC/POS | 203 | 72 | | USB, 串口, 网线 | | rp332
rongta | RP58-U, RP80USE | ESC/POS | | | | | | escpos-php
epson | TM-L90 | ESC/POS | 203 | | | | | tm-l90
epson | TM-T20II | ESC/POS | 203 | 72 | | | | tm-t20ii
epson | TM-T20III | ESC/POS | 203 | | | USB | | tm-t20iii
epson | TM-m30III | ESC/POS | 203 | | | | | tm-m30iii
epson | TM-T88V | ESC/POS | 180 | | | | | tm-t88v
epson | TM-T82III, TM-T83III, TM-T88VI, TM-T88VII, TM-P20II | ESC/POS | | | | | | lprint-escpos
epson | CW-C4000, CW-C4050, CW-C6050, CW-C6500 | ESC/Label | | | | | | openprinthub
zjiang | ZJ-5870 | ESC/POS | 203 | 48 | | | | zj-5870
zjiang | ZJ-5890 | ESC/POS | 203 | | | | | pos-5890
zjiang | ZJ-8220, ZJ-8250 | ESC/POS | | | | | | escpos-php
star | TSP600 | ESC/POS | 203 | 72 | | | | tsp600
star | TSP100 ECO, TSP-650 | ESC/POS | | | | | | escpos-php
brother | TD-4410D, TD-4420DN, TD-4520DN, TD-4550DNWB | Brother 光栅, ESC/P, ZPL:ZPL 仿真, CPCL | | | | | | openprinthub
brother | TD-4420TN, TD-4520TN | Brother 光栅, ESC/P, ZPL:ZPL 仿真, CPCL | | | | | | openprinthub
brother | QL-500 | PT-CBP | 300 | | direct | | cups | ql-500
brother | QL-550 | PT-CBP | 300 | | direct | | cups | ql-550
brother | QL-650TD | PT-CBP | 300 | | direct | | cups | ql-650td
brother | QL-700, QL-800, QL-820NWB, QL-1110NWB | PT-CBP | | | | | | lprint-brother
niimbot | B1, B21 | NIIMBOT | 203 | 48 | | | | niimblue
niimbot | B3S | NIIMBOT | 203 | 72 | | | | niimblue
niimbot | D11, D110, B18, N1 | NIIMBOT | 203 | 12 | | | | niimblue
niimbot | D101 | NIIMBOT | 203 | 24 | | | | niimblue
niimbot | B1 Pro, M2-H | NIIMBOT | 300 | 48 | | | | niimblue
niimbot | B21 Pro | NIIMBOT | 300 | 50 | | | | niimblue
niimbot | K3, K3W | NIIMBOT | 203 | 80 | | | | niimblue
dymo | LabelWriter 400, LabelWriter 450, LabelWriter 450 Turbo, LabelWriter 4XL | | 300 | | | | cups | dymo-cups
dymo | LabelWriter 550, LabelWriter 550 Turbo, LabelWriter 5XL | | 300 | | | | cups | dymo-cups
seiko | SLP620 | SIISLP | 203 | | | | | lprint-sii
seiko | SLP650, SLP650SE | SIISLP | 300 | | | | | lprint-sii
idprt | SP310, SP320 | TSPL | 203 | | | | | rpi-tspl
idprt | SP410, SP420 | TSPL | 203 | | | USB | | tspl-cups
`;
