// deploy/Containerfile, compose.yaml and docs/kubernetes.md against the server, nginx.conf and the service unit.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readConfig } from '../apps/server/src/config/config.ts';
import { ROOT } from './compat/sources.ts';

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const containerfile = read('deploy/Containerfile');
const compose = read('deploy/compose.yaml');
const kubernetes = read('docs/kubernetes.md');
const operations = read('docs/operations.md');
const unit = read('deploy/yunbiao.service');

/** First group of the only match. */
const pick = (text: string, pattern: RegExp): string => {
  const [match, ...others] = text.matchAll(new RegExp(pattern, 'gm'));
  if (match === undefined || others.length > 0) throw new Error(`${pattern} is not there once`);
  return match[1] ?? '';
};

/** One service of compose.yaml. */
const readService = (name: string): string =>
  pick(compose, new RegExp(`^  ${name}:\\n((?:^(?: {4}.*)?\\n)+)`));

/** Settings in the ENV instruction. */
const readImageSettings = (): Record<string, string> => {
  const text = pick(containerfile, /^ENV ((?:.*\\\n)*.*)$/);
  const pairs = text.matchAll(/(\w+)=(?:"([^"]*)"|(\S+))/g);
  return Object.fromEntries([...pairs].map(([, name, quoted, bare]) => [name, quoted ?? bare]));
};

/** Names of settings, from the table of the guide, which another test compares with the code. */
const SETTINGS = new Set(
  [...operations.matchAll(/^\| `([A-Z][A-Z0-9_]+)` \|/gm)].map(([, name = '']) => name),
);

const toSeconds = (text: string): number => Number(/^(\d+)s?$/.exec(text)?.[1]);

describe('the image', () => {
  it('sets what the server takes, on the port that is exposed', () => {
    const settings = readImageSettings();
    const config = readConfig({ ...settings, PUBLIC_URL: 'https://labels.example.com' });
    expect(config).toMatchObject({ mode: 'production', host: '0.0.0.0', dataDir: '/data' });
    expect(String(config.port)).toBe(pick(containerfile, /^EXPOSE (\d+)$/));
    expect(containerfile).toMatch(/^VOLUME \/data$/m);
    expect(containerfile.match(/^VOLUME/gm)).toHaveLength(1);
  });

  it('runs as one user everywhere', () => {
    const uid = pick(containerfile, /^USER (\d+):\d+$/);
    expect(pick(containerfile, /^USER \d+:(\d+)$/)).toBe(uid);
    expect(pick(containerfile, /--chown=(\S+)/)).toBe(`${uid}:${uid}`);
    for (const name of ['runAsUser', 'runAsGroup', 'fsGroup'])
      expect(pick(kubernetes, new RegExp(`^ +${name}: (\\d+)$`))).toBe(uid);
    expect(operations).toContain(`chown ${uid}:${uid}`);
    expect(operations).toContain(`UID 和 GID 都是 ${uid}`);
  });

  it('names no registry, and takes bases and packages from arguments', () => {
    for (const text of [containerfile, compose]) expect(text).not.toMatch(/https?:\/\/(?!127\.)/);
    const bases = [...containerfile.matchAll(/^FROM (\S+)/gm)].map(([, base]) => base);
    expect(bases).toEqual(['${BUILD_BASE}', '${BASE}']);
    const args = [...containerfile.matchAll(/^ARG (\w+)(?:=(.*))?$/gm)];
    for (const [, name = '', fallback] of args) {
      const row = new RegExp(`^\\| \`${name}\` \\| (.*?) \\|`, 'm').exec(operations);
      expect(row?.[1], name).toBe(fallback === undefined ? 'npm 自己的设置' : `\`${fallback}\``);
    }
  });

  it('leaves out what git ignores, its history, tests and settings', () => {
    const ignored = read('.containerignore').split('\n');
    const names = read('.gitignore').split('\n').filter(Boolean);
    for (const name of [...names, '.git', '.env*', '*.test.ts', '*.test.tsx', '*.test.mjs']) {
      const bare = name.replace(/\/$/, '');
      expect([ignored.includes(bare) || ignored.includes(`**/${bare}`), name]).toEqual([
        true,
        name,
      ]);
    }
    expect(read('.dockerignore')).toBe(read('.containerignore'));
  });
});

describe('the health check', () => {
  it('is the same in image and compose, and waits longer than /readyz takes', () => {
    const site = readService('site');
    const [, command = ''] = /CMD (\["node", "-e".*\])$/m.exec(containerfile) ?? [];
    const lines = pick(site, /test:\n((?: {8}- .*\n)+)/).matchAll(/- (.*)/g);
    const test = Array.from(lines, ([, text = '']) => text.replace(/^"(.*)"$/, '$1'));
    expect(test).toEqual(['CMD', ...(JSON.parse(command) as string[])]);
    for (const [flag, key] of [
      ['interval', 'interval'],
      ['timeout', 'timeout'],
      ['start-period', 'start_period'],
      ['retries', 'retries'],
    ] as const)
      expect(pick(site, new RegExp(`^ {6}${key}: (\\S+)$`))).toBe(
        pick(containerfile, new RegExp(`--${flag}=(\\S+)`)),
      );
    expect(toSeconds(pick(containerfile, /--timeout=(\S+)/))).toBeGreaterThan(5);
  });

  it('asks the addresses that the server answers', () => {
    const probes = read('apps/server/src/probes.ts');
    expect(pick(kubernetes, /livenessProbe:\n +httpGet: \{ path: (\S+),/)).toBe('/healthz');
    expect(pick(kubernetes, /readinessProbe:\n +httpGet: \{ path: (\S+),/)).toBe('/readyz');
    for (const path of ['/healthz', '/readyz']) expect(probes).toContain(`'${path}':`);
    const port = readImageSettings()['PORT'];
    for (const [, at] of kubernetes.matchAll(/(?:containerPort|targetPort|, port): (\d+)/g))
      expect(at).toBe(port);
  });
});

describe('the time to stop', () => {
  it('is that of the unit everywhere, and longer than the server takes', () => {
    const max = Number(
      pick(read('apps/server/src/main.ts'), /^const SHUTDOWN_TIMEOUT_MS = ([\d_]+);$/).replaceAll(
        '_',
        '',
      ),
    );
    const grace = toSeconds(pick(unit, /^TimeoutStopSec=(\d+)$/));
    expect(grace).toBeGreaterThan(max / 1000 + 10);
    expect(toSeconds(pick(readService('site'), /^ {4}stop_grace_period: (\S+)$/))).toBe(grace);
    expect(toSeconds(pick(kubernetes, /^ +terminationGracePeriodSeconds: (\d+)$/))).toBe(grace);
    expect(toSeconds(pick(operations, /--stop-timeout (\d+)/))).toBe(grace);
    for (const text of [containerfile, kubernetes, compose])
      expect(text).toContain(`最多${text === compose ? '用' : ''} ${max / 1000} 秒`);
  });
});

describe('the pod', () => {
  const pod = kubernetes.match(/```yaml\n[\s\S]*?```/g)?.[0] ?? '';

  it('is one at a time, and may write to its volumes alone', () => {
    for (const line of ['replicas: 1', 'type: Recreate', 'enableServiceLinks: false'])
      expect(pod).toContain(`${line}\n`);
    const container = pick(pod, /^ {10}securityContext:\n((?: {12}.*\n)+)/);
    for (const line of ['readOnlyRootFilesystem: true', 'allowPrivilegeEscalation: false'])
      expect(container).toContain(`${line}\n`);
    const mounts = [...pod.matchAll(/mountPath: (\S+) /g)].map(([, path]) => path);
    expect(mounts).toEqual(['/data', '/tmp']);
    expect(pod).toMatch(/name: tmp\n +emptyDir:/);
  });

  it('has time to answer /readyz, and needs no startupProbe', () => {
    expect(Number(pick(pod, /path: \/readyz,[\s\S]*?timeoutSeconds: (\d+)/))).toBeGreaterThan(5);
    expect(pod).not.toContain('startupProbe');
    expect(read('apps/server/src/startup/claim-port.ts')).toContain("'/healthz'");
  });
});

describe('several pods', () => {
  const pods = kubernetes.match(/```yaml\n[\s\S]*?```/g)?.[1] ?? '';

  it('have a volume each, and are stopped one at a time', () => {
    for (const line of ['kind: StatefulSet', 'volumeClaimTemplates:', 'maxUnavailable: 1'])
      expect(pods).toContain(`${line}\n`);
    expect(Number(pick(pods, /replicas: (\d+)$/))).toBeGreaterThan(1);
    const labels = pods.match(/matchLabels: .*/g) ?? [];
    expect([labels.length, new Set(labels).size]).toEqual([3, 1]);
  });

  it('get a CLUSTER_KEY', () => {
    expect(SETTINGS).toContain('CLUSTER_KEY');
    expect(kubernetes).toContain('`CLUSTER_KEY`');
  });
});

describe('the settings named', () => {
  it('are settings of the server', () => {
    const yaml = kubernetes.slice(kubernetes.indexOf('```yaml'));
    const names = [...yaml.matchAll(/name: ([A-Z_]+),/g)].map(([, name = '']) => name);
    expect(names.length).toBeGreaterThan(1);
    const guide = operations.slice(
      operations.indexOf('### 容器'),
      operations.indexOf('## 全部设置'),
    );
    const written = [...guide.matchAll(/(?<![-\w])([A-Z][A-Z_]+)=/g)].map(([, name = '']) => name);
    const own = ['BASE', 'DOMAIN', 'POSTGRES_USER', 'POSTGRES_PASSWORD', 'SUDO_USER'];
    const unknown = [...names, ...written].filter((name) => !SETTINGS.has(name));
    expect(unknown.filter((name) => !own.includes(name))).toEqual([]);
    expect(readService('site')).toContain("TRUST_PROXY: '1'");
  });
});

/** The site's configuration as the container writes it, of a server for which nginx is a stand-in. */
const makeNginxConf = (settings: Readonly<Record<string, string>>): string => {
  const folder = mkdtempSync(join(tmpdir(), 'yb-nginx-container-'));
  try {
    writeFileSync(join(folder, 'nginx'), '#!/bin/sh\nprintf "%s\\n" "$@"\n', { mode: 0o755 });
    const nginxArguments = execFileSync('/bin/sh', [join(ROOT, 'deploy/nginx-container.sh')], {
      encoding: 'utf8',
      env: {
        PATH: `${folder}:/usr/bin:/bin`,
        DOMAIN: 'print.example.cn',
        YUNBIAO_NGINX_CONF: join(ROOT, 'deploy/nginx.conf'),
        NGINX_CONF_D: folder,
        ...settings,
      },
    });
    expect(nginxArguments).toBe('-g\ndaemon off;\n');
    return readFileSync(join(folder, 'default.conf'), 'utf8');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

describe('nginx in compose', () => {
  it('is that of the guide with another domain, upstream and log', () => {
    const nginx = readService('nginx');
    const address = pick(readService('site'), /ipv4_address: (\S+)$/);
    const upstream = pick(nginx, /SITE: (\S+)$/);
    expect(upstream).toBe(`${address}:${readImageSettings()['PORT']}`);
    const sample = read('deploy/nginx.conf');
    const conf = makeNginxConf({ SITE: upstream });
    expect(conf).toBe(
      sample
        .replaceAll('labels.example.com', 'print.example.cn')
        .replace('server 127.0.0.1:3000 ', `server ${upstream} `)
        .replace('access_log /var/log/nginx/yunbiao.log', 'access_log /dev/stdout'),
    );
    for (const text of [
      'print.example.cn',
      `server ${upstream} fail_timeout=1s;`,
      'access_log /dev/stdout yunbiao;',
    ])
      expect(conf).toContain(text);
    const errors = pick(sample, /alias (\/opt\S+errors)\/;/);
    expect(nginx).toContain(`- ./errors:${errors}:ro`);
  });

  it('has a second server when compose-servers.yaml is added', () => {
    const more = read('deploy/compose-servers.yaml');
    const address = pick(more, /ipv4_address: (\S+)$/);
    expect(address).not.toBe(pick(readService('site'), /ipv4_address: (\S+)$/));
    const second = pick(more, /SITE2: (\S+)$/);
    expect(second).toBe(`${address}:${readImageSettings()['PORT']}`);
    expect(pick(more, /- (\w+):\/data$/)).not.toBe(pick(readService('site'), /- (\w+):\/data$/));
    const conf = makeNginxConf({ SITE: '10.1.1.1:3000', SITE2: second });
    const upstream = pick(conf, /^upstream yunbiao (\{[^}]*\})/);
    const lines = upstream.split('\n').map((line) => line.trim());
    expect(lines.filter((line) => /^(?:server|zone) /.test(line))).toEqual([
      'server 10.1.1.1:3000 fail_timeout=1s;',
      'zone yunbiao_servers 64k;',
      `server ${second} fail_timeout=1s;`,
    ]);
  });

  it('waits as long, and takes as much, as the page for Kubernetes says', () => {
    const conf = read('deploy/nginx.conf');
    expect(pick(conf, /client_max_body_size (\d+)m;/)).toBe(pick(kubernetes, /请求体 \| (\d+) MB/));
    expect(pick(conf, /proxy_read_timeout (\d+)s;/)).toBe(
      pick(kubernetes, /读和写的超时 \| (\d+) 秒/),
    );
  });
});
