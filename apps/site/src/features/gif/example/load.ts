import type { Tool } from '../studio-state.ts';
import { drawExample, EXAMPLE } from './draw.ts';
import gifUrl from './example.gif?url';
import videoUrl from './example.webm?url';

const drawExampleFile = async (frame: number): Promise<File> => {
  const { width, height } = EXAMPLE;
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width, height });
  canvas.getContext('2d')?.putImageData(new ImageData(drawExample(frame), width, height), 0, 0);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve));
  if (!blob) throw new Error('the canvas made no picture');
  return new File([blob], `示例 ${frame + 1}.png`, { type: 'image/png' });
};

const fetchExampleFile = async (url: string, name: string): Promise<File> => {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`the example was not found: ${response.status}`);
  const blob = await response.blob();
  return new File([blob], name, { type: blob.type });
};

/** Example files for a tool. Rejects when they cannot be fetched. */
export const loadExampleFiles = async (tool: Tool): Promise<File[]> => {
  if (tool === 'gif') return [await fetchExampleFile(gifUrl, '示例.gif')];
  if (tool === 'video') return [await fetchExampleFile(videoUrl, '示例.webm')];
  return Promise.all(Array.from({ length: EXAMPLE.frames }, (_, frame) => drawExampleFile(frame)));
};
