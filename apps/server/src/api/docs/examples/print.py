# 用法：YUNBIAO_URL=https://… YUNBIAO_KEY=yb_live_… python3 print.py   （Python 3.8 以上，不用装别的）
import json
import os
import time
import urllib.error
import urllib.request

URL = os.environ["YUNBIAO_URL"]
KEY = os.environ["YUNBIAO_KEY"]
SOFTWARE = os.environ.get("YUNBIAO_SOFTWARE", "yunbiao")


def call(path, body=None):
    request = urllib.request.Request(
        f"{URL}/np/api/print/{path}",
        data=None if body is None else json.dumps(body).encode(),
        headers={"Authorization": f"Bearer {KEY}", "Content-Type": "application/json"},
    )
    try:
        reply = json.load(urllib.request.urlopen(request, timeout=30))
    except urllib.error.HTTPError as error:
        reply = json.load(error)
    if reply["code"] == 429:
        # 问得太快，等一会再问；同一个批次号再发也不会多印。
        time.sleep(10)
        return call(path, body)
    if reply["state"] == "fail":
        raise SystemExit(f"{reply['code']} {reply['msg']}")
    return reply["data"]


printer = next(one for one in call("printers")["list"] if one["enabled"])
template = call(f"templates?alias={SOFTWARE}")["list"][0]

# 每个字段填上模板里的示例；换成你自己的数据。
row = {field["name"]: field["sample"] for field in template["fields"]}

# 同一个批次号再发一次，回第一次的回答，不会多印：网络断了就原样重发。
batch_no = f"SO-{time.time_ns()}"
call("batch", {
    "printConfigId": printer["printConfigId"],
    "templateId": template["templateId"],
    "batchNo": batch_no,
    "rows": [row],
})

batch = call(f"batch?batchNo={batch_no}")
while batch["state"] in ("queued", "sending"):
    time.sleep(10)
    batch = call(f"batch?batchNo={batch_no}")
print(batch_no, batch["state"], f"印出 {batch['counts']['printed']} 张")
