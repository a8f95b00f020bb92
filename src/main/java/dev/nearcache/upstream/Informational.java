package dev.nearcache.upstream;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.http.HttpClientCodec;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpStatusClass;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.handler.codec.http2.Http2ConnectionHandler;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2FrameListener;
import io.netty.handler.codec.http2.Http2FrameListenerDecorator;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.util.ReferenceCountUtil;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.net.impl.ConnectionBase;

/**
 * Heads that only say that an answer is on its way, as a proxy's 102. Vert.x knows two of them, 100 and 103, and takes any
 * other for the answer itself, so that the true one comes where none is asked for. They are left out before Vert.x sees
 * them; but for 101, after which a connection speaks another protocol.
 */
final class Informational {
    private static final int SWITCHING_PROTOCOLS = 101;

    private Informational() {}

    /** Leaves them out of what comes on a new connection. */
    static void leaveOut(HttpConnection connection) {
        if (!(connection instanceof ConnectionBase base)) {
            return;
        }
        ChannelPipeline pipeline = base.channel().pipeline();
        ChannelHandlerContext codec = pipeline.context(HttpClientCodec.class);
        if (codec != null) {
            pipeline.addAfter(codec.name(), null, new Heads());
        }
        Http2ConnectionHandler frames = pipeline.get(Http2ConnectionHandler.class);
        if (frames != null) {
            frames.decoder().frameListener(new Frames(frames.decoder().frameListener()));
        }
    }

    private static boolean isOnItsWay(int status) {
        return HttpStatusClass.INFORMATIONAL.contains(status) && status != SWITCHING_PROTOCOLS;
    }

    /** Of HTTP/1.1, where such a head is a message of its own. */
    private static final class Heads extends ChannelInboundHandlerAdapter {
        private Message message = Message.TAKEN;

        private enum Message {
            TAKEN,
            LEFT_OUT
        }

        @Override
        public void channelRead(ChannelHandlerContext context, Object part) {
            if (part instanceof HttpResponse head) {
                message = isOnItsWay(head.status().code()) ? Message.LEFT_OUT : Message.TAKEN;
            }
            switch (message) {
                case TAKEN -> context.fireChannelRead(part);
                case LEFT_OUT -> {
                    if (part instanceof LastHttpContent) {
                        message = Message.TAKEN;
                    }
                    ReferenceCountUtil.release(part);
                }
            }
        }
    }

    /** Of HTTP/2. */
    private static final class Frames extends Http2FrameListenerDecorator {
        Frames(Http2FrameListener listener) {
            super(listener);
        }

        @Override
        public void onHeadersRead(
                ChannelHandlerContext context, int stream, Http2Headers headers, int padding, boolean last)
                throws Http2Exception {
            if (!isOnItsWay(headers)) {
                super.onHeadersRead(context, stream, headers, padding, last);
            }
        }

        @Override
        public void onHeadersRead(
                ChannelHandlerContext context,
                int stream,
                Http2Headers headers,
                int dependency,
                short weight,
                boolean exclusive,
                int padding,
                boolean last)
                throws Http2Exception {
            if (!isOnItsWay(headers)) {
                super.onHeadersRead(context, stream, headers, dependency, weight, exclusive, padding, last);
            }
        }

        private static boolean isOnItsWay(Http2Headers headers) {
            CharSequence status = headers.status();
            return status != null && Informational.isOnItsWay(Integer.parseInt(status.toString()));
        }
    }
}
