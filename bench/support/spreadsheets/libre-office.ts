import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * Fields by commas, texts in quotes, UTF-8, from the first line, the language of the system; not all texts quoted, numbers
 * told, cells as they are shown, no formulas, spaces as they are, all sheets in a file each.
 */
const FILTER = 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,true,false,false,-1';
/** Files of one run, and the time it may take; what a run leaves is tried in smaller ones. */
const RUNS = [
  { files: 50, seconds: 120 },
  { files: 8, seconds: 60 },
  { files: 1, seconds: 30 },
];

const item = (path: string, name: string, value: string | number): string =>
  `<item oor:path="/org.openoffice.${path}"><prop oor:name="${name}" oor:op="fuse"><value>${value}</value></prop></item>`;

/** China's settings, and stored results of formulas as they are stored. */
const PROFILE = `<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry">
${item('Setup/L10N', 'ooSetupSystemLocale', 'zh-CN')}
${item('Office.Calc/Formula/Load', 'OOXMLRecalcMode', 1)}
${item('Office.Calc/Formula/Load', 'ODFRecalcMode', 1)}
</oor:items>`;

const convert = (profile: string, shown: string, files: string[], seconds: number): Promise<void> =>
  new Promise((done) => {
    const options = ['--headless', '--norestore', '--convert-to', FILTER, '--outdir', shown];
    const office = spawn(
      'soffice',
      [`-env:UserInstallation=${pathToFileURL(profile).href}`, ...options, ...files],
      { stdio: 'ignore', detached: true, env: { ...process.env, TZ: 'UTC' } },
    );
    // Its own group, for the program that is started starts the one that works.
    const end = (): void => {
      if (office.pid !== undefined) process.kill(-office.pid, 'SIGKILL');
    };
    const timer = setTimeout(end, seconds * 1000);
    office.on('close', () => {
      clearTimeout(timer);
      done();
    });
    office.on('error', () => done());
  });

/** What LibreOffice shows of each file, as CSV; those it has shown before are left. */
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
      // What is alone not shown in its time is not tried again.
      if (run.files === 1) for (const file of some) writeFileSync(join(tried, file), '');
    }
  }
};
