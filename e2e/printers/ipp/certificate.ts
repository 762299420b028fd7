import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findProgram } from '../../../scripts/lib/programs.mjs';

const run = promisify(execFile);

/** Why no certificate can be made; '' when one can. */
export const noCertificate = findProgram('openssl') ? '' : 'openssl：没有找到';

/** A self-signed certificate as printers generate it, for a name that is not their address. */
export const makeCertificate = async (): Promise<{ key: string; cert: string }> => {
  const folder = await mkdtemp(join(tmpdir(), 'yunbiao-certificate-'));
  try {
    const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
    const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
    const about = ['-days', '2', '-subj', '/CN=printer.local'];
    await run('openssl', ['req', '-x509', ...curve, ...about, '-keyout', key, '-out', cert]);
    return { key: await readFile(key, 'utf8'), cert: await readFile(cert, 'utf8') };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
