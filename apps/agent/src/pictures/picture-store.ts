import type { AgentMessage, LeasedLabel, ServerMessage } from '@yunbiao/contract/gateway/gateway';
import { LabelError, readPng } from '@yunbiao/label';
import type { LibraryPictures, Picture } from '@yunbiao/label';
import { computeDigest } from './picture-files.ts';
import type { PictureFiles } from './picture-files.ts';

/** Decoded pictures in memory, unless the labels in preparation show more. */
const MIN_DECODED = 16;

/** A decoded picture; `null` when the server has none, or it cannot be decoded. */
type Known = Picture | null;

export type PictureStore = {
  /** Whether the pictures of all labels are there. Asks the server for the others. */
  hasPicturesOf: (labels: readonly Pick<LeasedLabel, 'pictures'>[]) => boolean;
  /** Pictures of a label, for the engine. */
  getPicturesOf: (label: Pick<LeasedLabel, 'pictures'>) => LibraryPictures;
  receive: (message: Extract<ServerMessage, { type: 'picture' }>) => void;
  /** A new connection: what an earlier one was asked is asked again when a label needs it. */
  restart: () => void;
};

type Deps = {
  files: PictureFiles;
  send: (message: AgentMessage) => void;
  /** Labels that waited for a picture may be prepared. */
  onArrival: () => void;
};

const decodePicture = (bytes: Uint8Array): Known => {
  try {
    return readPng(bytes);
  } catch (error) {
    if (error instanceof LabelError) return null;
    throw error;
  }
};

/** Pictures by digest, from memory or the disk. */
const createPictureMemory = (files: PictureFiles) => {
  /** Least recently used first. */
  const decoded = new Map<string, Picture>();
  /** Digests of files that the server does not have, or that cannot be decoded. */
  const missing = new Set<string>();
  let capacity = MIN_DECODED;
  const remember = (sha256: string, picture: Known): Known => {
    decoded.delete(sha256);
    if (picture === null) missing.add(sha256);
    else decoded.set(sha256, picture);
    const [oldest] = decoded.keys();
    if (decoded.size > capacity && oldest !== undefined) decoded.delete(oldest);
    return picture;
  };
  return {
    remember,
    /** Keeps this many pictures: those of the labels in preparation must be there together. */
    reserve: (count: number): void => {
      capacity = Math.max(MIN_DECODED, count);
    },
    /** Undefined when it is not here. */
    find: (sha256: string): Known | undefined => {
      if (missing.has(sha256)) return null;
      const picture = decoded.get(sha256);
      if (picture !== undefined) return remember(sha256, picture);
      const bytes = files.read(sha256);
      return bytes === null ? undefined : remember(sha256, decodePicture(bytes));
    },
    forgetMissing: (): void => missing.clear(),
  };
};

/** Asks for files, one after the other. */
const createRequests = (send: Deps['send']) => {
  const wanted = new Set<string>();
  let requested: string | null = null;
  const askNext = (): void => {
    const [next] = wanted;
    if (requested !== null || next === undefined) return;
    requested = next;
    send({ type: 'picture', sha256: next });
  };
  return {
    add: (digests: readonly string[]): void => {
      for (const sha256 of digests) wanted.add(sha256);
      askNext();
    },
    finish: (sha256: string): void => {
      wanted.delete(sha256);
      if (requested === sha256) requested = null;
      askNext();
    },
    clear: (): void => {
      wanted.clear();
      requested = null;
    },
  };
};

/**
 * Pictures of the labels that this client holds. Files are kept on the disk by their digest, so a
 * picture crosses the network once.
 */
export const createPictureStore = ({ files, send, onArrival }: Deps): PictureStore => {
  const memory = createPictureMemory(files);
  const requests = createRequests(send);
  return {
    hasPicturesOf: (labels) => {
      const digests = [...new Set(labels.flatMap(({ pictures = {} }) => Object.values(pictures)))];
      memory.reserve(digests.length);
      const missing = digests.filter((sha256) => memory.find(sha256) === undefined);
      requests.add(missing);
      return missing.length === 0;
    },
    getPicturesOf: ({ pictures = {} }) => ({
      find: (name) => {
        const sha256 = Object.hasOwn(pictures, name) ? pictures[name] : undefined;
        return (sha256 !== undefined && memory.find(sha256)) || undefined;
      },
    }),
    receive: ({ sha256, bytes }) => {
      const file = bytes === null ? null : Buffer.from(bytes, 'base64');
      const isRight = file !== null && computeDigest(file) === sha256;
      if (isRight) files.write(sha256, file);
      memory.remember(sha256, isRight ? decodePicture(file) : null);
      requests.finish(sha256);
      onArrival();
    },
    restart: () => {
      requests.clear();
      memory.forgetMissing();
    },
  };
};
