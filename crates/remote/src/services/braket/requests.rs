//! Requests, signed and made again, and what is asked of more than one region.

use reqwest::blocking::{Client, RequestBuilder};
use reqwest::header::CONTENT_TYPE;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use super::Braket;
use super::arn::{REGIONS, short, simulator};
use super::failure::{Subject, good};
use super::location::between;
use super::shapes::{DevicePage, DeviceSummary, page_request};
use crate::aws::{Scope, address};
use crate::error::RemoteError;
use crate::http::{Expect, Repeat, Reply};
use crate::retry::NOT_FOUND_TRIES;
use crate::service_name::ServiceName;
use crate::services::pages;

impl Braket {
    pub(super) fn url(&self, region: &str, path: &str) -> String {
        match &self.url {
            Some(url) => format!("{url}/{path}"),
            None => format!("https://braket.{region}.amazonaws.com/{path}"),
        }
    }

    /// Makes a request that changes nothing, or the same however often.
    pub(super) fn send(
        &self,
        method: &Method,
        region: &str,
        path: &str,
        body: Option<&Value>,
    ) -> Result<Reply, RemoteError> {
        self.send_as(Repeat::Freely, method, region, path, body)
    }

    /// Makes a request, again and again while it fails for a while: all of them may be.
    pub(super) fn send_as(
        &self,
        repeat: Repeat,
        method: &Method,
        region: &str,
        path: &str,
        body: Option<&Value>,
    ) -> Result<Reply, RemoteError> {
        let url = address(&self.url(region, path))?;
        let scope = Scope {
            service: "braket",
            region,
        };
        let sent = self.http.send(repeat, Expect::Json, |client| {
            let mut request = client.request(method.clone(), url.clone());
            if let Some(body) = body {
                let request_with = request.header(CONTENT_TYPE, "application/json");
                request = request_with.body(body.to_string());
            }
            self.signed(client, request, scope)
        });
        sent.map_err(|error| match error {
            RemoteError::Unreachable { text }
                if self.url.is_none() && !REGIONS.contains(&region) =>
            {
                let all = REGIONS.join(", ");
                let text =
                    format!("{text}; Amazon Braket is in the regions {all}, not in {region}");
                RemoteError::Unreachable { text }
            }
            error => error,
        })
    }

    pub(super) fn signed(
        &self,
        client: &Client,
        request: RequestBuilder,
        scope: Scope<'_>,
    ) -> Result<RequestBuilder, RemoteError> {
        let request = request.build();
        let mut request = request.map_err(|error| RemoteError::Unreachable {
            text: error.without_url().to_string(),
        })?;
        self.account.sign(&mut request, scope)?;
        Ok(RequestBuilder::from_parts(client.clone(), request))
    }

    /// The same until it is known: what was just made is not known everywhere yet.
    pub(super) fn send_until_known(
        &self,
        send: impl Fn() -> Result<Reply, RemoteError>,
    ) -> Result<Reply, RemoteError> {
        let mut look = 0;
        loop {
            let reply = send()?;
            look += 1;
            let is_known = reply.status != StatusCode::NOT_FOUND;
            if is_known || !self.http.waits_before(look, NOT_FOUND_TRIES) {
                return Ok(reply);
            }
        }
    }

    /// The devices of a region.
    fn listed(&self, region: &str) -> Result<Vec<DeviceSummary>, RemoteError> {
        pages::all(|next| {
            let body = page_request(&json!([]), next);
            let reply = self.send(&Method::POST, region, "devices", Some(&body))?;
            let page: DevicePage = good(reply, Subject::Account)?.json()?;
            Ok((page.devices, page.next_token))
        })
    }

    /// The devices of all regions, that of the user first. A region that the user may not look
    /// into, or that can't be reached, has none as long as another has.
    pub(super) fn all(&self) -> Result<Vec<DeviceSummary>, RemoteError> {
        let own = self.account.region().ok();
        let others = REGIONS.into_iter().filter(|region| Some(*region) != own);
        let mut all: Vec<DeviceSummary> = Vec::new();
        let mut failure = None;
        for region in own.into_iter().chain(others) {
            match self.listed(region) {
                Ok(found) => {
                    let new = found.into_iter().filter(|found| !all.contains(found));
                    all.extend(new.collect::<Vec<_>>());
                }
                Err(error) => failure = failure.or(Some(error)),
            }
        }
        failure.filter(|_| all.is_empty()).map_or(Ok(all), Err)
    }

    /// The ARN of a device: names that are none are looked up.
    pub(super) fn arn(&self, device: &str) -> Result<String, RemoteError> {
        if device.starts_with("arn:") {
            return Ok(device.into());
        }
        if let Some(arn) = simulator(device) {
            return Ok(arn);
        }
        let found = self.all()?.into_iter().map(|found| found.device_arn);
        let arns: Vec<String> = found.collect();
        let is_it = |arn: &&String| short(arn).eq_ignore_ascii_case(device);
        arns.iter().find(is_it).cloned().ok_or_else(|| {
            let names: Vec<&str> = arns.iter().map(|arn| short(arn)).collect();
            RemoteError::unsuitable(
                device,
                format!(
                    "there is no such device, the devices are: {}",
                    names.join(", ")
                ),
            )
        })
    }

    /// The number of the account.
    pub(super) fn account_id(&self, region: &str) -> Result<String, RemoteError> {
        if let Some(id) = self.account.id() {
            return Ok(id.into());
        }
        let url = match self.account.address("sts") {
            Some(url) => format!("{url}/"),
            None if self.url.is_none() => format!("https://sts.{region}.amazonaws.com/"),
            // With another address for the service, Amazon itself is not asked.
            None => {
                return Err(RemoteError::Credentials {
                    service: ServiceName::Braket.name().into(),
                    reason: "no bucket is chosen: set `bucket` in the profile, or \
                             AMZN_BRAKET_OUT_S3_BUCKET"
                        .into(),
                });
            }
        };
        let url = address(&url)?;
        let scope = Scope {
            service: "sts",
            region,
        };
        let reply = self.http.send(Repeat::Freely, Expect::Anything, |client| {
            let form = [("Action", "GetCallerIdentity"), ("Version", "2011-06-15")];
            self.signed(client, client.post(url.clone()).form(&form), scope)
        })?;
        let reply = good(reply, Subject::Account)?;
        between(&reply.text(), "<Account>", "</Account>")
            .ok_or_else(|| reply.protocol_error("no account"))
    }
}
