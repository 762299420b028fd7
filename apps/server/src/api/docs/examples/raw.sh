#!/bin/sh
# 用法：YUNBIAO_URL=https://… YUNBIAO_KEY=yb_live_… sh raw.sh 打印机配置号 [label.zpl]
# 密钥要有“原样打印”的权限；不写文件就印一张示例。
set -eu

ask() { curl -sS -H "Authorization: Bearer $YUNBIAO_KEY" "$@"; }

file="${2:-}"
if [ -z "$file" ]; then
  file=$(mktemp)
  printf '^XA^CI28^PW480^LL320^FO30,30^A0N,40^FDYunbiao^FS^FO30,100^BY2^BCN,100^FDSO-118^FS^XZ' > "$file"
fi

no="RAW-$(date +%s)"
ask -F "printConfigId=$1" -F type=zpl -F "batchNo=$no" -F "file=@$file" \
  "$YUNBIAO_URL/np/api/print/raw"
echo

# 429 是问得太快，等一会再问。
until reply=$(ask "$YUNBIAO_URL/np/api/print/batch?batchNo=$no"); ! echo "$reply" | grep -qE '"state":"(queued|sending)"|"code":429'; do
  sleep 10
done
echo "$reply"
