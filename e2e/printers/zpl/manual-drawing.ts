/** Bar codes, text, graphics and field commands, grouped as in the guide. */
export const FONTS = `
^A | 0R,40,30 | draws | scalable or bitmapped font
^A@ | N,25,25,E:ARIAL.TTF | draws,power | font by its name, which later ^A@ without a name use
^CF | 0,60,40 | saved | default font
^CI | 28 | saved | character set
^CW | K,E:ARIAL.TTF | power | letter of a font
^FL | E:ARIAL.TTF,E:SIM.TTF,1 | power | font linking
^LF |  | answers | list of font links, printed
^PA | 1,1,1,1 | saved | advanced text properties
^SE | E:GB18030.DAT | power | encoding table
^TB | N,250,90 | draws | text block
`;

export const BAR_CODES = `
^B0 | R,7,N,0,N,1,0 | draws | Aztec
^B1 | N,N,60,Y,N | draws | Code 11
^B2 | N,60,Y,N,N | draws | Interleaved 2 of 5
^B3 | N,N,60,Y,N | draws | Code 39
^B4 | N,20,A,A | draws | Code 49
^B5 | N,60,Y,N | draws | Planet
^B7 | N,8,5,7,21,N | draws | PDF417
^B8 | N,60,Y,N | draws | EAN-8
^B9 | N,60,Y,N,Y | draws | UPC-E
^BA | N,60,Y,N,N | draws | Code 93
^BB | N,30,Y,30,2,E | draws | Codablock
^BC | N,60,Y,N,N | draws | Code 128
^BD | 2,1,1 | draws | MaxiCode
^BE | N,60,Y,N | draws | EAN-13
^BF | N,8,3 | draws | MicroPDF417
^BI | N,60,Y,N | draws | Industrial 2 of 5
^BJ | N,60,Y,N | draws | Standard 2 of 5
^BK | N,N,60,Y,N,A,A | draws | Codabar
^BL | N,60,N | draws | LOGMARS
^BM | N,B,60,Y,N,N | draws | MSI
^BO | R,7,N,0,N,1,0 | draws | Aztec
^BP | N,N,60,Y,N | draws | Plessey
^BQ | N,2,6 | draws | QR Code
^BR | N,1,2,2,60 | draws | GS1 DataBar
^BS | N,60,Y,Y | draws | UPC/EAN extensions
^BT | N,2,2,60,4,2 | draws | TLC39
^BU | N,60,Y,N,Y | draws | UPC-A
^BX | N,10,200 | draws | Data Matrix
^BY | 4,2.5,90 | power | defaults of bar codes
^BZ | N,60,Y,N | draws | POSTNET
`;

export const FIELDS = `
^FB | 250,4,0,C,0 | draws | field block
^FC | %,{,# | draws | clock marks of the field
^FD | 0123456789 | draws | field data
^FE | # | draws | concatenation mark of the field
^FH | \\ | draws | hexadecimal mark of the field
^FM | 20,20,20,90 | draws | several origins
^FN | 7"Name" | draws | field number
^FO | 30,40,0 | draws | field origin
^FP | V,10 | draws | direction and gap of the field
^FR |  | draws | reversed field
^FS |  | draws | end of the field
^FT | 30,60 | draws | field origin at its base
^FV | 0123456789 | draws | variable field data
^FW | R,1 | power | default orientation
^FX | a remark | draws | comment
^SF | dddd,00001 | draws | serialization by a mask
^SN | 0001,1,Y | draws | serialized data
`;

export const GRAPHICS = `
^GB | 120,60,4,B,0 | draws | box
^GC | 80,4,B | draws | circle
^GD | 80,60,4,B,R | draws | diagonal
^GE | 80,60,4,B | draws | ellipse
^GF | A,8,8,2,FF01800FAA55C3FF | draws | graphic in the format
^GS | N,40,40 | draws | symbol
^IL | R:PROBE.GRF | draws | stored image, as background
^IM | R:PROBE.GRF | draws | stored image, at the origin
^IS | R:PROBE.GRF,N | stores | stores the label as an image
^XG | R:PROBE.GRF,1,1 | draws | stored graphic, magnified
^EG |  | stores | deletes graphics
~EG |  | stores | deletes graphics
~DG | R:PROBE.GRF,00004,002,FF01800F | stores | stores a graphic
~DN |  | acts | ends ~DG
~DY | R:PROBE,A,G,00004,002,FF01800F | stores | stores an object
`;

export const STORED = `
^DF | R:PROBE.ZPL | stores | stores the format instead of printing it
^XF | R:PROBE.ZPL | draws | recalls a format
^ID | R:PROBE.GRF | stores | deletes objects
^TO | R:PROBE.GRF,E:COPY.GRF | stores | copies objects
~DB | R:PROBE.FNT,N,5,24,3,10,2,PROBE,#0025.5.16.2.5.18.00F8 | stores | bitmap font
~DE | R:PROBE.DAT,000004,00FF00FF | stores | encoding table
~DS | R:PROBE.FNT,4,00FF00FF | stores | Intellifont
~DT | R:PROBE.DAT,4,00FF00FF | stores | bounded TrueType font
~DU | R:PROBE.FNT,4,00FF00FF | stores | unbounded TrueType font
^EF |  | stores | deletes formats
~EF |  | stores | deletes formats
`;

export const FORMATS = `
^XA |  | label | begins a format
^XZ |  | label | ends a format
^XB |  | label | no backfeed after this label
^SP | 200 | label | starts to print before the end
^PQ | 3,1,0,N | label | quantity, pause, replicates
^PP |  | acts | pauses after this format
~PP |  | acts | pauses
^PF | 60 | acts | feeds dot rows
^PH |  | acts | feeds to the next label
~PH |  | acts | feeds to the next label
^CN | 1 | acts | cuts now
^CP | 0 | acts | removes the label
^PN | 0 | acts | presents now
~PL | 020 | saved | more presented
^CV | Y | power | validates bar codes
^MC | N | power | keeps the bitmap for later labels
`;
