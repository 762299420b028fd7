import type { BrowserContext, Frame, Page } from 'playwright-core';

/** Page behaviour that no text may cause. */
export type Findings = {
  /** A string was executed: its number, or the function it called. */
  executions: string[];
  /** Requests or navigations to other hosts. */
  strangers: string[];
  /** Blocked by the page's content security policy. */
  violations: string[];
  /** Executable elements and attributes in the live page. */
  dangers: string[];
};

const OWN_DATA = /^(?:data|blob):/;

type Finding = readonly [kind: keyof Findings, what: string];

type Told = typeof globalThis & {
  /** Reports to the test; injected by the browser. */
  __told: (findings: readonly Finding[]) => void;
};

type Watched = Told & {
  /**
   * Reports each finding once per document, and all of a task in one call, because each call is a
   * round trip to the test.
   */
  __tell: (kind: keyof Findings, what: string) => void;
  __xss: (what: string) => void;
  /** Scans the current document. */
  __scan: () => void;
  __attributes: (element: Element) => Attr[];
};

/** Hooks every function through which a string reports its execution. Runs in the page. */
const watchCalls = (): void => {
  const page = globalThis as Watched;
  const told = new Set<string>();
  const later = queueMicrotask.bind(page);
  let untold: Finding[] = [];
  const reportFindings = (): void => {
    if (untold.length > 0) page.__told(untold);
    untold = [];
  };
  page.__tell = (kind, what) => {
    const key = `${kind} ${what}`;
    if (told.has(key)) return;
    told.add(key);
    untold.push([kind, what]);
    // Executed code may block the page forever, so it is reported at once.
    if (kind === 'executions') reportFindings();
    else if (untold.length === 1) later(reportFindings);
  };
  const tell = page.__tell;
  const recordExecution = (what: unknown): void => tell('executions', String(what));
  Object.defineProperty(page, '__xss', {
    value: recordExecution,
    writable: false,
    configurable: false,
  });
  for (const name of ['alert', 'confirm', 'prompt', 'print'] as const)
    Object.defineProperty(page, name, {
      value: (what: unknown) => recordExecution(`${name}(${String(what)})`),
    });
  const isOurs = (code: readonly unknown[]): boolean => code.join(' ').includes('__xss');
  page.eval = new Proxy(page.eval, {
    apply: (target, self, args: unknown[]) => {
      if (isOurs(args)) recordExecution(`eval(${args.join()})`);
      return Reflect.apply(target, self, args) as unknown;
    },
  });
  page.Function = new Proxy(Function, {
    construct: (target, args: unknown[]) => {
      if (isOurs(args)) recordExecution(`Function(${args.join()})`);
      return Reflect.construct(target, args) as object;
    },
    apply: (target, self, args: unknown[]) => {
      if (isOurs(args)) recordExecution(`Function(${args.join()})`);
      return Reflect.apply(target, self, args) as unknown;
    },
  });
  document.addEventListener('securitypolicyviolation', (event) =>
    tell('violations', `${event.effectiveDirective} ${event.blockedURI} ${event.sample}`.trim()),
  );
};

/** Lists every executable element and attribute that is not ours. Runs in the page. */
// oxlint-disable-next-line house/function-length -- runs in the page, where no function outside exists
const watchDocument = (): void => {
  const page = globalThis as Watched;
  const tell = page.__tell;
  const RUNS =
    /^[\s\u0000-\u001f\u200b\ufeff]*(?:j\s*a\s*v\s*a\s*s\s*c\s*r\s*i\s*p\s*t|vbscript|data\s*:\s*(?!image\/(?:png|gif|jpeg|webp|svg\+xml)))/i;
  /** React replaces such an address by this one. */
  const BLOCKED = /^javascript:throw new Error\(/;
  const toWordSet = (list: string): Set<string> => new Set(list.split(' '));
  const ADDRESSES = toWordSet(
    'href xlink:href src action formaction data poster background ping to values from',
  );
  const NEVER = toWordSet(
    'iframe frame frameset object embed base applet portal foreignobject animate set math annotation-xml',
  );
  // A form's fields shadow its properties: read from the prototype.
  const getNativeProperty =
    <T>(name: string) =>
    (element: Element): T =>
      Reflect.get(Element.prototype, name, element) as T;
  const listAttributes = getNativeProperty<NamedNodeMap>('attributes');
  const getName = getNativeProperty<string>('localName');
  const isOwnScript = (element: Element): boolean => {
    const source = element.getAttribute('src');
    if (source !== null) return source.startsWith('/assets/');
    if (element.getAttribute('type') === 'application/ld+json') return true;
    // The page's state is a script that contains the strings as data.
    return !/__xss/.test(element.textContent ?? '') || /\$_TSR/.test(element.textContent ?? '');
  };
  const inspectElement = (element: Element): void => {
    const name = getName(element).toLowerCase();
    const reportDanger = (reason: string): void => {
      const own = [...listAttributes(element)].map(
        (attribute) => `${attribute.name}="${attribute.value}"`,
      );
      tell('dangers', `${reason}: <${name} ${own.join(' ').slice(0, 160)}>`);
    };
    if (NEVER.has(name)) reportDanger('element');
    if (name === 'script' && !isOwnScript(element)) reportDanger('script');
    if (name === 'meta' && element.hasAttribute('http-equiv')) reportDanger('meta');
    if (name === 'style' && /@import|canary|expression/.test(element.textContent ?? ''))
      reportDanger('style');
    for (const { name: attribute, value } of listAttributes(element)) {
      if (/^on/i.test(attribute) || attribute === 'srcdoc') reportDanger(attribute);
      if (ADDRESSES.has(attribute) && RUNS.test(value) && !BLOCKED.test(value))
        reportDanger(attribute);
      if (attribute === 'style' && /url\(|expression|binding/i.test(value)) reportDanger('style');
    }
  };
  page.__attributes = (element) => [...listAttributes(element)];
  page.__scan = () => document.querySelectorAll('*').forEach(inspectElement);
  const seen = new WeakSet<Node>();
  const inspectNode = (node: Node): void => {
    if (!(node instanceof Element) || seen.has(node)) return;
    for (const element of [node, ...node.querySelectorAll('*')]) {
      if (seen.has(element)) continue;
      seen.add(element);
      inspectElement(element);
    }
  };
  new MutationObserver((changes) => {
    for (const { type, target, addedNodes } of changes) {
      if (type === 'attributes' && target instanceof Element) inspectElement(target);
      addedNodes.forEach(inspectNode);
    }
  }).observe(document, { subtree: true, childList: true, attributes: true });
};

/**
 * Puts each text on one line. Pages here contain a megabyte of text, and line breaking took half of
 * the time. The DOM, its visibility and the clicks stay the same.
 */
const joinLines = (): void => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('* { white-space: nowrap !important }');
  document.adoptedStyleSheets.push(sheet);
};

/** Watches every page of the context. Call before the first page is opened. */
export const detectExecution = async (
  context: BrowserContext,
  origin: string,
): Promise<Findings> => {
  const found: Findings = { executions: [], strangers: [], violations: [], dangers: [] };
  await context.exposeBinding('__told', (_source, findings: readonly Finding[]) => {
    for (const [kind, what] of findings) found[kind].push(what);
  });
  await context.addInitScript(watchCalls);
  await context.addInitScript(watchDocument);
  await context.addInitScript(joinLines);
  const isOwn = (url: string): boolean =>
    url.startsWith(`${origin}/`) ||
    url === 'about:blank' ||
    url === 'about:srcdoc' ||
    OWN_DATA.test(url);
  // 204 cancels a navigation, so the test continues; the attempt is recorded.
  await context.route(
    (url) => !isOwn(url.href),
    (route) => {
      found.strangers.push(route.request().url());
      return route.fulfill({ status: 204 });
    },
  );
  context.on('page', (page) => {
    page.on('dialog', (dialog) => {
      found.executions.push(`dialog ${dialog.message()}`);
      void dialog.dismiss();
    });
    page.on('framenavigated', (frame: Frame) => {
      if (!isOwn(frame.url())) found.strangers.push(`navigated to ${frame.url()}`);
    });
    page.on('popup', (popup) => void popup.close());
  });
  return found;
};

/** Hovers, focuses and clicks everything that a string could have created in the page. */
export const stirPage = async (page: Page): Promise<void> => {
  await page.evaluate(() => {
    const { __attributes, __scan } = globalThis as Watched;
    const links = new Set(['href', 'xlink:href', 'src', 'data', 'action', 'formaction']);
    const runs = /^\W*(?:j\W*a\W*v\W*a|vb)\W*s\W*c|^\W*data:/i;
    for (const element of document.querySelectorAll<HTMLElement>('*')) {
      const own = __attributes(element);
      const events = own.filter(({ name }) => /^on/i.test(name)).map(({ name }) => name.slice(2));
      const leads = own.some(({ name, value }) => links.has(name) && runs.test(value));
      if (events.length === 0 && !leads) continue;
      for (const name of new Set([...events, 'mouseover', 'pointerenter', 'focus']))
        element.dispatchEvent(new Event(name, { cancelable: true }));
      if (typeof element.click === 'function') element.click();
    }
    dispatchEvent(new Event('hashchange'));
    __scan();
  });
  // Loads and animations need a moment to fail or end.
  await page.waitForTimeout(150);
};
