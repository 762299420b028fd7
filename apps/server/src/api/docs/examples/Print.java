// 用法：YUNBIAO_URL=https://… YUNBIAO_KEY=yb_live_… java Print.java 打印机配置号 模板号 '{"品名":"矿泉水"}'
// Java 17 以上，不用装别的；JSON 在这里手拼，用你项目里的库更好。
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;

public class Print {
    static final String URL = System.getenv("YUNBIAO_URL");
    static final String KEY = System.getenv("YUNBIAO_KEY");
    static final HttpClient CLIENT = HttpClient.newHttpClient();

    static String call(String path, String body) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(URL + "/np/api/print/" + path))
            .header("Authorization", "Bearer " + KEY)
            .header("Content-Type", "application/json");
        if (body != null) request.POST(HttpRequest.BodyPublishers.ofString(body));
        HttpResponse<String> reply = CLIENT.send(request.build(), HttpResponse.BodyHandlers.ofString());
        if (reply.statusCode() == 429) {
            // 问得太快，等一会再问；同一个批次号再发也不会多印。
            Thread.sleep(10_000);
            return call(path, body);
        }
        if (reply.statusCode() != 200) throw new IllegalStateException(reply.body());
        return reply.body();
    }

    public static void main(String[] args) throws Exception {
        // 不知道配置号和模板号时，先看有哪些：call("printers", null)、call("templates?alias=yunbiao", null)
        // 同一个批次号再发一次，回第一次的回答，不会多印：网络断了就原样重发。
        String batchNo = "SO-" + System.nanoTime();
        call("batch", """
            {"printConfigId":"%s","templateId":"%s","batchNo":"%s","rows":[%s]}
            """.formatted(args[0], args[1], batchNo, args[2]));

        String batch = call("batch?batchNo=" + batchNo, null);
        while (batch.contains("\"state\":\"queued\"") || batch.contains("\"state\":\"sending\"")) {
            Thread.sleep(10_000);
            batch = call("batch?batchNo=" + batchNo, null);
        }
        System.out.println(batch);
    }
}
