/** The attributes of a complaint as the service sends them. */
export const complaintAttributes = {
  "company-phone-number": "4052674045",
  "created-date": "2021-03-03 23:59:53",
  "violation-date": "2021-03-02 08:11:00",
  "consumer-city": "",
  "consumer-state": "Oklahoma",
  "consumer-area-code": "405",
  subject: "Warranties  & protection plans",
  "recorded-message-or-robocall": "Y"
}
