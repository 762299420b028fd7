#!/bin/sh
# 备份到 文件夹/年月日-时分秒，成功以后才删掉早于 N 天的。
# 用法：backup.sh <文件夹> <留几天>；设置（DATA_DIR、DATABASE_URL …）由环境给。
set -eu
[ $# -eq 2 ] || { echo '要这样写：backup.sh <文件夹> <留几天>' >&2; exit 1; }
folder=$1
days=$2
case $days in '' | *[!0-9]* | 0) echo '留几天要写成大于 0 的整数' >&2; exit 1 ;; esac
home=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
"$home/node_modules/.bin/node" --disable-warning=ExperimentalWarning \
  "$home/apps/server/src/backup.ts" "$folder/$(date -u +%Y%m%d-%H%M%S)"
# 只认自己的名字：20261121-032000。别的东西不动。
find "$folder" -mindepth 1 -maxdepth 1 -type d -mtime "+$days" \
  -name '[0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9]-[0-9][0-9][0-9][0-9][0-9][0-9]' \
  -exec rm -rf -- {} +
