scoutsuite_results =
{"services":{"s3":{"findings":{"s3-world":{"flagged_items":1,"items":["s3.b"],"level":"danger","description":"d","rationale":"r","compliance":[{"name":"CIS"}]}}}}};
