import { TableSkeleton } from '@yunbiao/ui/table/table-skeleton.tsx';

/** Skeleton of the key page. */
export const KeySkeleton = () => (
  <TableSkeleton
    title="API 密钥"
    subtitle="让 ERP、WMS、网店后台直接打印。"
    label="正在读取密钥"
    rows={4}
  />
);

/** Skeleton of the allowlist page. */
export const IpSkeleton = () => (
  <TableSkeleton
    title="IP 白名单"
    subtitle="只管密钥和客户端，不会把你自己关在网页外。空着就是从哪里来都可以。"
    label="正在读取白名单"
    rows={4}
  />
);

/** Skeleton of the webhook page. */
export const HookSkeleton = () => (
  <TableSkeleton
    title="Webhook"
    subtitle="批次打印完成了，马上告诉你的 ERP、WMS、网店后台。"
    label="正在读取接收地址"
    rows={4}
  />
);
