# 用法：YUNBIAO_SECRET=whsec_… PORT=8080 python3 receive.py
import base64
import hashlib
import hmac
import json
import os
import time
from http.server import BaseHTTPRequestHandler, HTTPServer

SECRET = base64.b64decode(os.environ["YUNBIAO_SECRET"].replace("whsec_", ""))


def is_ours(headers, body):
    # 五分钟以前的不收：截下来重放的就没有用。
    if abs(time.time() - int(headers["webhook-timestamp"])) > 300:
        return False
    signed = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + body
    mac = base64.b64encode(hmac.new(SECRET, signed, hashlib.sha256).digest()).decode()
    return hmac.compare_digest(f"v1,{mac}", headers["webhook-signature"])


class Receive(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        ours = is_ours(self.headers, body)
        # 先答收到，再做事；同一个 webhook-id 可能来不止一次。
        self.send_response(204 if ours else 401)
        self.end_headers()
        if ours:
            message = json.loads(body)
            data = message["data"]
            print(self.headers["webhook-id"], message["type"], data.get("batchNo", ""), data.get("state", ""), flush=True)


HTTPServer(("127.0.0.1", int(os.environ["PORT"])), Receive).serve_forever()
