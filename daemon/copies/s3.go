package copies

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/xml"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	v4 "github.com/aws/aws-sdk-go-v2/aws/signer/v4"

	"touchmove/configs"
	"touchmove/internal/regularfile"
)

// Open opens the store that a configuration names, for the journals of a state directory; "" is
// none. It neither connects nor touches a disk.
func Open(c configs.Copy, state string) (Store, error) {
	if c.Dir != "" {
		return NewDir(c.Dir, state), nil
	}
	if configs.IsNATS(c.URL) {
		return OpenNATS(c)
	}
	secret, err := c.Secret.Read()
	if err != nil {
		return nil, err
	}
	return OpenS3(c.URL, c.Region, c.Key, secret)
}

// The most bytes that are read of an answer that is no file (mostFile): a page of a list has at most a
// thousand names of a kilobyte, and any other answer is a line or two. What sits in front of a store may
// answer without end, and the boards need the memory.
const (
	mostList   = 4 << 20
	mostAnswer = 64 << 10
)

// S3 is a place in an S3-compatible store, such as Amazon's, MinIO, Ceph or Garage.
// Amazon's own library signs the requests (AWS Signature Version 4); objects are
// addressed by path. A whole client, such as minio-go, would add 1.7 MB to a program
// that should stay below 20 MB on a Raspberry Pi Zero.
type S3 struct {
	host   *url.URL // without a path
	bucket string
	prefix string // ends with a slash, or is empty
	region string
	keys   aws.Credentials
	client *http.Client
	signer *v4.Signer
}

// OpenS3 opens https://HOST/BUCKET/PREFIX. It does not connect.
func OpenS3(place, region, key, secret string) (*S3, error) {
	u, err := url.Parse(place)
	if err != nil {
		return nil, err
	}
	bucket, prefix, _ := strings.Cut(strings.Trim(u.Path, "/"), "/")
	if bucket == "" {
		return nil, fmt.Errorf("%s names no bucket: write https://HOST/BUCKET/PREFIX", place)
	}
	if prefix != "" {
		prefix += "/"
	}
	return &S3{
		host: &url.URL{Scheme: u.Scheme, Host: u.Host}, bucket: bucket, prefix: prefix, region: region,
		keys: aws.Credentials{AccessKeyID: key, SecretAccessKey: secret}, client: &http.Client{Timeout: limit, CheckRedirect: stay},
		signer: v4.NewSigner(func(o *v4.SignerOptions) { o.DisableURIPathEscaping = true }), // as S3 requires
	}, nil
}

// stay refuses to send a request on to another address. What is copied includes keys and the
// configuration: it goes only where the configuration says, and not without TLS if that has it. The signature
// would not hold elsewhere either.
func stay(r *http.Request, via []*http.Request) error {
	return fmt.Errorf("%s sends to %s instead, and nothing of the copy is sent there: if that is the store, name it under [journal] copy, with its region: %w", via[0].URL.Host, (&url.URL{Scheme: r.URL.Scheme, Host: r.URL.Host}).String(), errNoStore)
}

// errNoStore is in the chain of the error about an answer that no S3 store gives: a network's login page, a
// proxy or another web server may answer every request with a page and status 200.
var errNoStore = errors.New("this is not an S3 store, or something answers in its place: check the address of the copy, and whether a login page or a proxy of the network is in between")

// Put implements Store. An object is always written as a whole. A store answers that it has it with
// nothing but headers (Amazon S3 API Reference, PutObject), and so does much else: the store is asked
// how long the object is that it has now (HeadObject), which costs a tenth of the write.
func (s *S3) Put(ctx context.Context, name string, content []byte, _ int) error {
	text, _, err := s.do(ctx, http.MethodPut, s.prefix+name, nil, content, mostAnswer)
	if err != nil {
		return err
	}
	if len(bytes.TrimSpace(text)) > 0 {
		return fmt.Errorf("%s: it answers a write with %s: %w", s.host.Host, kindOf(text), errNoStore)
	}
	_, length, err := s.do(ctx, http.MethodHead, s.prefix+name, nil, nil, 0)
	if err != nil || length < 0 { // what is in between does not pass that on, or does not say
		text, err = s.Get(ctx, name)
		length = int64(len(text))
	}
	if errors.Is(err, ErrNone) {
		return fmt.Errorf("%s: it accepts %s, and then does not have it: %w", s.host.Host, name, errNoStore)
	}
	if err == nil && length != int64(len(content)) {
		return fmt.Errorf("%s: it accepts %d bytes as %s, and then has %d: %w", s.host.Host, len(content), name, length, errNoStore)
	}
	return err
}

// Get implements Store. No file that is copied is a web page.
func (s *S3) Get(ctx context.Context, name string) ([]byte, error) {
	text, _, err := s.do(ctx, http.MethodGet, s.prefix+name, nil, nil, mostFile)
	if err == nil && isPage(text) {
		return nil, fmt.Errorf("%s: in place of %s it sends a web page: %w", s.host.Host, name, errNoStore)
	}
	return text, err
}

// isPage reports whether an answer is a web page, as browsers tell it from its first bytes.
func isPage(text []byte) bool { return strings.HasPrefix(http.DetectContentType(text), "text/html") }

// kindOf says in words what an answer is that should be another.
func kindOf(text []byte) string {
	if isPage(text) {
		return "a web page"
	}
	return fmt.Sprintf("%d bytes that no store sends", len(text))
}

// listing is a store's answer to ListObjectsV2 (Amazon S3 API Reference).
type listing struct {
	XMLName  xml.Name `xml:"ListBucketResult"`
	Contents []struct {
		Key  string
		Size int64
	}
	IsTruncated           bool
	NextContinuationToken string
}

// mostPages is how many pages of a list are read, of a thousand objects each.
const mostPages = 2000

// Sizes implements Store. Objects whose names no Copier makes are left out. A page may have
// nothing else, or nothing at all; a list that leads back to a page that was read does not end.
func (s *S3) Sizes(ctx context.Context) (map[string]int64, error) {
	sizes := map[string]int64{}
	query := url.Values{"list-type": {"2"}, "prefix": {s.prefix}}
	read := map[string]bool{} // continuation tokens
	for range mostPages {
		text, _, err := s.do(ctx, http.MethodGet, "", query, nil, mostList)
		if err != nil {
			return nil, err
		}
		var list listing
		if err := xml.Unmarshal(text, &list); err != nil {
			return nil, fmt.Errorf("%s: its answer is no list of objects, but %s: %w (%w)", s.host.Host, kindOf(text), errNoStore, err)
		}
		for _, o := range list.Contents {
			if name, below := strings.CutPrefix(o.Key, s.prefix); below && isOurs(name) {
				sizes[name] = o.Size
			}
		}
		next := list.NextContinuationToken
		if !list.IsTruncated || next == "" {
			return sizes, nil
		}
		if len(sizes) > mostNames {
			return nil, fmt.Errorf("%s: %w", s.host.Host, errManyNames)
		}
		if read[next] {
			return nil, fmt.Errorf("%s: its list of objects does not end: it leads back to a page that was read", s.host.Host)
		}
		read[next] = true
		query.Set("continuation-token", next)
	}
	return nil, fmt.Errorf("%s: its list of objects has more than %d pages: give the copy a bucket or a prefix of its own", s.host.Host, mostPages)
}

// do sends a request and returns the body of its answer, which may have most bytes, and the length that the answer
// announces, of the object itself for a HEAD request; -1: it announces none.
func (s *S3) do(ctx context.Context, method, name string, query url.Values, content []byte, most int64) (body []byte, length int64, err error) {
	at := *s.host
	at.Path = "/" + s.bucket
	if name != "" {
		at.Path += "/" + name
	}
	at.RawQuery = strings.ReplaceAll(query.Encode(), "+", "%20")
	r, err := http.NewRequestWithContext(ctx, method, at.String(), bytes.NewReader(content))
	if err != nil {
		return nil, 0, err
	}
	sum := sha256.Sum256(content)
	hash := hex.EncodeToString(sum[:])
	r.Header.Set("X-Amz-Content-Sha256", hash)
	if err := s.signer.SignHTTP(ctx, s.keys, r, hash, "s3", s.region, time.Now()); err != nil {
		return nil, 0, err
	}
	answer, err := s.client.Do(r)
	if err != nil {
		return nil, 0, err
	}
	defer answer.Body.Close()
	if answer.StatusCode/100 != 2 {
		most = mostAnswer
	}
	text, err := regularfile.ReadUpTo(answer.Body, answer.ContentLength, most+1)
	if err != nil {
		return nil, 0, err
	}
	if int64(len(text)) > most {
		return nil, 0, fmt.Errorf("%s %s: %s, and more than %d bytes after it: %w", method, at.Redacted(), answer.Status, most, errNoStore)
	}
	if answer.StatusCode/100 != 2 {
		var why struct{ Code, Message string }
		xml.Unmarshal(text, &why) //nolint:errcheck // otherwise the status alone must do
		err := errors.New(strings.TrimSpace(answer.Status + " " + why.Code + " " + why.Message))
		if answer.StatusCode == http.StatusNotFound && why.Code != "NoSuchBucket" {
			err = fmt.Errorf("%w: %w", ErrNone, err)
		}
		if answer.StatusCode == http.StatusForbidden && (why.Code == "" || why.Code == "AccessDenied") {
			err = fmt.Errorf("%w: copy_key must be allowed to list the bucket, and to read and write its objects (s3:ListBucket, s3:GetObject, s3:PutObject)", err)
		}
		return nil, 0, fmt.Errorf("%s %s: %w", method, at.Redacted(), err)
	}
	return text, answer.ContentLength, nil
}
