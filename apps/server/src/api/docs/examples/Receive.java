// 用法：YUNBIAO_SECRET=whsec_… PORT=8080 java Receive.java   （Java 17 以上，不用装别的）
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

public class Receive {
    static final byte[] SECRET =
        Base64.getDecoder().decode(System.getenv("YUNBIAO_SECRET").replace("whsec_", ""));

    static boolean isOurs(String id, String at, String signature, String body) throws Exception {
        // 五分钟以前的不收：截下来重放的就没有用。
        if (Math.abs(System.currentTimeMillis() / 1000 - Long.parseLong(at)) > 300) return false;
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(SECRET, "HmacSHA256"));
        byte[] made = mac.doFinal((id + "." + at + "." + body).getBytes(StandardCharsets.UTF_8));
        byte[] said = Base64.getDecoder().decode(signature.replace("v1,", ""));
        return MessageDigest.isEqual(made, said);
    }

    static void receive(HttpExchange exchange) {
        try (exchange) {
            var headers = exchange.getRequestHeaders();
            String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            String id = headers.getFirst("webhook-id");
            boolean ours =
                isOurs(id, headers.getFirst("webhook-timestamp"), headers.getFirst("webhook-signature"), body);
            // 答了 2xx 就是收到；同一个 webhook-id 可能来不止一次。
            exchange.sendResponseHeaders(ours ? 204 : 401, -1);
            if (ours) System.out.println(id + " " + body);
        } catch (Exception error) {
            System.err.println(error);
        }
    }

    public static void main(String[] args) throws Exception {
        int port = Integer.parseInt(System.getenv("PORT"));
        HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", port), 0);
        server.createContext("/", Receive::receive);
        server.start();
    }
}
