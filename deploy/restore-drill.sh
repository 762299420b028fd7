#!/bin/sh
# 恢复演习：把最新的一份备份恢复到临时的地方，检查它，说检查了什么，再删掉。
# 不碰网站的数据，不开端口。有一项不行，退出码就是 1，cron 会把报告寄出来。
# 用法：restore-drill.sh <放备份的文件夹、一份备份，或 s3://桶/文件夹>；设置由环境给。
set -eu
[ $# -eq 1 ] || { echo '要这样写：restore-drill.sh <放备份的文件夹、一份备份，或 s3://桶/文件夹>' >&2; exit 1; }
home=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
exec "$home/node_modules/.bin/node" --disable-warning=ExperimentalWarning \
  "$home/apps/server/src/drill.ts" "$1"
