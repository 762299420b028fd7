// Makes PDFs off the page's thread. Only this file loads what makes them.
import { serveJob } from './off-page-worker.ts';
import { makePdf } from './pdf-file.ts';

serveJob(makePdf);
