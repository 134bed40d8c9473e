import type { Desk } from './story.js';

export const health: Desk = {
  words: {
    maker:
      'Lysander Pharma, Helvia Biotech, Noromed, Carelle, Vireo Labs, Orthana, Benedikt Pharma, Astrid Therapeutics, ' +
      'Calyx Diagnostics, Bonnard & Weiss',
    illness:
      'psoriasis, migraine, type 2 diabetes, asthma, rheumatoid arthritis, heart failure, severe eczema, ' +
      'kidney disease, sickle cell disease, early Parkinson’s',
  },
  outlets: 'The Ward, Clinical Record, Health Gazette, Public Health Notes, Medicine Today, Care & Cure',
  stories: [
    {
      category: 'Hospitals',
      title:
        'Waiting time for {op:hip|knee|cataract|hernia} operations in {region} {d:falls/shorter/Evening lists and a shared waiting register made the difference|grows/longer/A shortage of theatre nurses is the main reason} to {n:11-26} weeks',
      lead: '{d.2}, according to the regional health board; that is <b>{w:3-8} weeks {d.1}</b> than a year ago.',
      more: [
        'Patients may choose another hospital once they have waited three months.',
        'Private clinics took over {k:180-950/10} cases.',
      ],
    },
    {
      category: 'Medicines',
      title: '{maker} wins European approval for {illness} treatment',
      lead: 'In the decisive trial, symptoms eased in {pct:48-71}% of patients, against {cmp:21-39}% on the standard therapy.',
      more: [
        'The medicine is given as an injection once a month.',
        'Price talks with health insurers begin in {nextmonth}; the maker has named no figure.',
      ],
    },
    {
      category: 'Staff',
      title:
        'Hospitals in {region} {d:fill/hired/joined from retirement or part-time work|lose/lost/left for agencies or for part-time work} {n:140-860/10} nursing posts in a year',
      lead: 'About a third of the nurses {d.1} had {d.2}, the annual staff count shows.',
      more: [
        'Rotas that are fixed six weeks ahead matter more than pay, a survey found.',
        'The union wants a <em>legal minimum</em> of nurses per ward.',
      ],
    },
    {
      category: 'Vaccination',
      title:
        '{town} offers {what:flu|measles|HPV|shingles} jabs in {where:libraries|pharmacies|schools|shopping centres}',
      lead: 'Uptake stood at {pct:54-78}% last season; the aim is to reach nine in ten.',
      more: [
        'No appointment is needed, and the record is sent to the family doctor.',
        'A pilot in two districts added {p:4-11} percentage points.',
      ],
    },
    {
      category: 'Research',
      title: 'Blood test for {illness} passes large trial by {maker}',
      lead: 'Among {n:4-19},000 volunteers the test found {pct:82-94}% of cases that specialists later confirmed.',
      more: [
        'False alarms were rarer than with the present method.',
        'Independent statisticians will publish <a href="https://trials.example/registry">the full data</a> by the summer.',
      ],
    },
    {
      category: 'Primary care',
      title: 'Villages in {region} get {n:9-34} travelling doctors',
      lead: 'Mobile surgeries will call at each place twice a week, paid for by the region and the health insurers together.',
      more: [
        'More than {pct:18-37}% of family doctors there are over sixty.',
        'Video consultations cover the days in between.',
      ],
    },
    {
      category: 'Mental health',
      title: 'Same-day help line for young people opens in {town}',
      lead: 'Counsellors took <b>{n:210-890/10} calls</b> in the first week, most of them about {about:school|sleep|loneliness|family trouble}.',
      more: [
        'Callers in danger are seen on the same day.',
        'The service costs €{m:1.1-3.8}m a year and runs until midnight.',
      ],
    },
    {
      category: 'Digital health',
      title:
        'Patients in {country} can now {how:read their hospital letters|see their X-rays|renew repeat prescriptions|book specialist visits} online',
      lead: 'Within a week {n:90-640/10},000 people used the service.',
      more: [
        'Each access is logged and shown to the patient.',
        'A quarter of those over seventy-five asked a relative for help, <em>which the system allows</em>.',
      ],
    },
    {
      category: 'Buildings',
      title:
        'New hospital in {town} to open {d:a year late/The fire doors have to be replaced|four months early/Prefabricated wards saved time on the site} at a cost of €{m:280-940/10}m',
      lead: '{d.1}, the building authority reported on {workday}.',
      more: [
        'It has {beds:320-780/10} beds, all in single rooms.',
        'The move will take nine days and {n:60-140/10} ambulances.',
      ],
    },
    {
      category: 'Antibiotics',
      title: 'Doctors in {country} prescribe {pct:6-19}% fewer antibiotics',
      lead: 'Quick tests in the surgery show within minutes whether bacteria are to blame.',
      more: [
        'Resistant infections in hospitals fell by {r:3-9}% over the same time.',
        'Prescriptions for children dropped most.',
      ],
    },
    {
      category: 'Screening',
      title: '{region} lowers the age for {what:bowel|breast|lung} cancer screening to {age:45|50|55}',
      lead: 'The change brings in <b>{n:40-310/10},000 people</b>; the first letters go out in {nextmonth}.',
      more: [
        'Specialists expect to find {k:120-480/10} more tumours a year at an early stage.',
        'Laboratories have been given money for {l:8-25} additional posts.',
      ],
    },
    {
      category: 'Supply',
      title:
        'Pharmacists in {country} report shortage of {what:children’s fever syrup|insulin pens|blood pressure tablets|eye drops}',
      lead: 'About {pct:12-34}% of orders went unfilled last week; the regulator expects relief within a month.',
      more: [
        'Exports of the product are banned for the time being.',
        'One of two European plants stood still after a {why:fire|failed inspection|flood}.',
      ],
    },
    {
      category: 'Care',
      title: 'Home care in {town} to be planned by neighbourhood teams',
      lead: 'Teams of {n:8-12} carers will arrange their own rounds, after a trial in which sick leave fell by {pct:14-33}%.',
      more: [
        'Clients saw {k:4-6} different faces a month instead of {l:11-17}.',
        'The model comes from the Netherlands &amp; has been copied in several countries.',
      ],
    },
    {
      category: 'Companies',
      title:
        '{maker} {d:raises/beat/a new migraine medicine|lowers/missed/cheaper copies of its main medicine} sales forecast for the year',
      lead: 'Quarterly revenue of €{m:190-940/10}m {d.1} expectations because of {d.2}.',
      more: [
        'Spending on research stays at a fifth of sales.',
        'Finance chief {person} sees <b>no need</b> for new debt.',
      ],
    },
    {
      category: 'Prevention',
      title: 'School meals in {town} cut {what:sugar|salt} by {pct:22-46}% without complaints',
      lead: 'Cooks lowered the amounts in small steps over {n:8-16} months, and hardly any pupil noticed.',
      more: ['Plates came back as empty as before.', 'University dietitians now advise {k:3-9} other towns.'],
    },
    {
      category: 'Emergency care',
      title: 'Ambulances in {region} reach {pct:84-96}% of emergencies within fifteen minutes',
      lead: 'Volunteers with defibrillators are often there first: <b>{n:1100-4600/100}</b> have been trained.',
      more: ['In the hills it still takes up to {min:19-28} minutes.', 'A helicopter base opens in {nextmonth}.'],
    },
    {
      category: 'Infections',
      title:
        'Flu wave in {country} {d:peaks/stay closed for a week in two districts/more|ebbs/are all open again/fewer} with {n:9-64},000 cases a week',
      lead: 'Schools {d.1}; clinics admitted {pct:6-28}% {d.2} patients than the week before.',
      more: [
        'The vaccine matches the prevailing strain <em>fairly well</em>.',
        'Doctors advise people over sixty to wear a mask on buses.',
      ],
    },
    {
      category: 'Dentistry',
      title: 'Dental students treat patients in {town} for free',
      lead: 'Some {n:40-130/10} people a day come to the university clinic, which has a waiting list of {w:3-9} weeks.',
      more: [
        'Experienced dentists check every step.',
        'One in five adults in the region had not seen a dentist for three years.',
      ],
    },
  ],
};
