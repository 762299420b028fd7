// Worker that creates PDF files. Only this file imports the PDF code.
import { serveWorkerJob } from '../engine/serve-label-worker.ts';
import { makePdf } from './pdf-file.ts';

serveWorkerJob(makePdf);
