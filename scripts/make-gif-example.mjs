// Writes the example of the GIF tools from its drawing: example.gif with our encoder, example.webm with ffmpeg. Run
// with the pinned Node after a change of draw.ts.
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { drawExample, EXAMPLE } from '../apps/site/src/features/gif/example/draw.ts';
import { createEncoder } from '../packages/gif/src/index.ts';

const folder = new URL('../apps/site/src/features/gif/example/', import.meta.url);
const { width, height, frames, delayMs } = EXAMPLE;
const pictures = Array.from({ length: frames }, (_, frame) => drawExample(frame));

const encoder = createEncoder({ width, height });
const parts = pictures.map((data) => encoder.add({ data, delay: delayMs }));
writeFileSync(new URL('example.gif', folder), Buffer.concat([...parts, encoder.finish()]));

// Frames have the same duration as in the GIF, at a frame rate that every player supports.
const options = [
  `-y -f rawvideo -pix_fmt rgba -s ${width}x${height} -r ${1000 / delayMs} -i -`,
  '-r 20 -c:v libvpx-vp9 -pix_fmt yuv420p -b:v 0 -crf 30',
  '-map_metadata -1 -fflags +bitexact -flags:v +bitexact',
]
  .join(' ')
  .split(' ');
const { status, stderr } = spawnSync(
  'ffmpeg',
  [...options, fileURLToPath(new URL('example.webm', folder))],
  { input: Buffer.concat(pictures.map((data) => Buffer.from(data.buffer))), encoding: 'utf8' },
);
if (status !== 0) throw new Error(stderr);
