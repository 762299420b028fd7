#!/bin/sh
# 用法：YUNBIAO_URL=https://… YUNBIAO_KEY=yb_live_… sh print.sh 打印机配置号 模板号 '{"品名":"矿泉水"}'
set -eu

ask() { curl -sS -H "Authorization: Bearer $YUNBIAO_KEY" -H "Content-Type: application/json" "$@"; }

# 不知道配置号和模板号时，先看有哪些：
#   ask "$YUNBIAO_URL/np/api/print/printers"
#   ask "$YUNBIAO_URL/np/api/print/templates?alias=yunbiao"

no="SO-$(date +%s)"
ask -d "{\"printConfigId\":\"$1\",\"templateId\":\"$2\",\"batchNo\":\"$no\",\"rows\":[$3]}" \
  "$YUNBIAO_URL/np/api/print/batch"
echo

# 429 是问得太快，等一会再问。
until reply=$(ask "$YUNBIAO_URL/np/api/print/batch?batchNo=$no"); ! echo "$reply" | grep -qE '"state":"(queued|sending)"|"code":429'; do
  sleep 10
done
echo "$reply"
