package dev.nearcache.http.kube;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.nearcache.http.kube.DiscoveryPath.Place;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which document of discovery a client gets: every row as kube-apiserver 1.37 answers (kubernetes-api.md 5.1). */
class DiscoveryFormTest {
    private static final String V2 = "g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";

    private static String expand(String accept) {
        return accept.replace("V2BETA1", V2.replace("v=v2", "v=v2beta1")).replace("V2", V2);
    }

    @ParameterizedTest(name = "{0} {1}")
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            CORE   | ~~                                                | application/json
            GROUPS | */*                                               | application/json
            GROUPS | application/json;V2                               | application/json;V2
            CORE   | application/json, application/json;V2             | application/json;V2
            GROUPS | application/json, application/json;V2;q=0.1       | application/json;V2
            GROUPS | application/yaml, application/json;V2             | application/json;V2
            GROUPS | application/json;V2,application/json;V2BETA1,application/json | application/json;V2
            GROUPS | application/json;V2;profile=nopeer                | application/json;V2
            GROUPS | application/yaml;V2                               | application/yaml;V2
            GROUPS | */*;V2                                            | application/json;V2
            GROUPS | application/*;V2                                  | application/json;V2
            GROUPS | text/plain,application/json;V2                    | application/json;V2
            GROUPS | application/json;V2BETA1,application/json         | application/json
            CORE   | application/vnd.kubernetes.protobuf,application/json;V2 | application/json;V2
            CORE   | application/yaml                                  | application/yaml
            CORE   | application/json;stream=watch                     | application/json
            TYPES  | application/yaml                                  | application/yaml
            GROUP  | application/*                                     | application/json
            OLDER_GROUPS | application/json;V2,application/json        | application/json
            """)
    void findsTheForm(Place place, String accept, String mediaType) {
        assertEquals(expand(mediaType), DiscoveryForm.of(expand(accept), place).mediaType());
    }

    @ParameterizedTest(name = "{0} {1}")
    @CsvSource(delimiter = '|', textBlock = """
            GROUPS | application/json;V2BETA1                            | only the following
            GROUPS | application/json;as=APIGroupDiscoveryList;v=v2      | only the following
            GROUPS | application/json;as=Table;g=meta.k8s.io;v=v1        | only the following
            CORE   | application/json;sv=v1                              | only the following
            GROUP  | application/json;stream=other                       | only the following
            GROUPS | text/plain                                          | only the following
            GROUP  | text/plain                                          | only the following
            GROUP  | application/json;V2                                 | only the following
            OLDER_GROUPS | application/json;V2                           | only the following
            TYPES  | application/json;V2                                 | only the following
            CORE   | text/plain                                          | 406: Not Acceptable
            TYPES  | text/plain                                          | 406: Not Acceptable
            TYPES  | application/*                                       | 406: Not Acceptable
            """)
    void refusesWhatItCannotWrite(Place place, String accept, String message) {
        Status status = assertThrows(StatusException.class, () -> DiscoveryForm.of(expand(accept), place))
                .status();
        assertEquals(406, status.code());
        assertEquals(message, status.message().substring(0, message.length()));
    }
}
