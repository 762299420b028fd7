import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { isIp, usePasskeySupport } from './is-supported.ts';

const softRoute = getRouteApi('/$soft');

const explainNoPasskey = (
  mainOrigin: string,
  isDemo: boolean,
  href: string,
  can: boolean,
): string => {
  const main = new URL(mainOrigin || href);
  const { hostname, origin } = new URL(href);
  const isMain = origin === main.origin || (isDemo && hostname === 'localhost');
  if (isMain && !isIp(hostname)) return can ? '' : '这个浏览器用不了通行密钥。';
  if (!isIp(main.hostname)) return `通行密钥只能在 ${main.host} 添加和使用。`;
  return isDemo
    ? `通行密钥不能用在 IP 地址上，请用 http://localhost:${main.port || '80'} 打开本站。`
    : '本站用 IP 地址访问，不能用通行密钥。';
};

/** Reason why no passkey can be added here; '' when it is possible, null until it is known. */
export const usePasskeyUnavailableReason = (): string | null => {
  const { mainOrigin, demo } = softRoute.useLoaderData().common;
  const can = usePasskeySupport();
  const [href, setHere] = useState<string | null>(null);
  useEffect(() => setHere(location.href), []);
  return href === null ? null : explainNoPasskey(mainOrigin, demo, href, can);
};
