import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * Comma-separated, quoted texts, UTF-8, from the first line, system language; not all texts quoted,
 * numbers detected, cells as shown, no formulas, spaces unchanged, one file per sheet.
 */
const FILTER = 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,true,false,false,-1';
/** Files per run and its timeout; files that fail are tried again in smaller runs. */
const RUNS = [
  { files: 50, seconds: 120 },
  { files: 8, seconds: 60 },
  { files: 1, seconds: 30 },
];

const buildConfigItem = (path: string, name: string, value: string | number): string =>
  `<item oor:path="/org.openoffice.${path}"><prop oor:name="${name}" oor:op="fuse"><value>${value}</value></prop></item>`;

/** Chinese locale, and stored formula results are not recalculated. */
const PROFILE = `<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry">
${buildConfigItem('Setup/L10N', 'ooSetupSystemLocale', 'zh-CN')}
${buildConfigItem('Office.Calc/Formula/Load', 'OOXMLRecalcMode', 1)}
${buildConfigItem('Office.Calc/Formula/Load', 'ODFRecalcMode', 1)}
</oor:items>`;

const convert = (profile: string, shown: string, files: string[], seconds: number): Promise<void> =>
  new Promise((done) => {
    const options = ['--headless', '--norestore', '--convert-to', FILTER, '--outdir', shown];
    const office = spawn(
      'soffice',
      [`-env:UserInstallation=${pathToFileURL(profile).href}`, ...options, ...files],
      { stdio: 'ignore', detached: true, env: { ...process.env, TZ: 'UTC' } },
    );
    // Its own process group, because the launcher starts another process.
    const killOffice = (): void => {
      if (office.pid !== undefined) process.kill(-office.pid, 'SIGKILL');
    };
    const timer = setTimeout(killOffice, seconds * 1000);
    office.on('close', () => {
      clearTimeout(timer);
      done();
    });
    office.on('error', () => done());
  });

/** Converts each file to CSV with LibreOffice; skips files converted before. */
export const showInLibreOffice = async (
  folder: string,
  shown: string,
  files: readonly string[],
): Promise<void> => {
  const profile = join(shown, '..', 'profile');
  mkdirSync(join(profile, 'user'), { recursive: true });
  writeFileSync(join(profile, 'user/registrymodifications.xcu'), PROFILE);
  const tried = join(shown, '..', 'tried');
  mkdirSync(tried, { recursive: true });
  for (const run of RUNS) {
    const there = readdirSync(shown);
    const given = new Set(readdirSync(tried));
    const isShown = (file: string): boolean =>
      there.some((name) => name.startsWith(`${file.replace(/\.\w+$/, '')}-`));
    const left = files.filter((file) => !isShown(file) && !given.has(file));
    for (let at = 0; at < left.length; at += run.files) {
      const some = left.slice(at, at + run.files);
      await convert(
        profile,
        shown,
        some.map((file) => join(folder, file)),
        run.seconds,
      );
      // A file that times out alone is not tried again.
      if (run.files === 1) for (const file of some) writeFileSync(join(tried, file), '');
    }
  }
};
